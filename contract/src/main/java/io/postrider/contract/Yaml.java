package io.postrider.contract;

import java.util.Map;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.StreamDataWriter;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLFactory;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * Reads and writes YAML. The output has the same meaning in YAML 1.1 and 1.2: texts that either version could read as a number,
 * a time or a boolean are quoted. Numbers are read as in JSON.
 */
public final class Yaml {

    /** The contract is larger than readers of YAML take by default. */
    private static final int CHARACTERS_MAX = 16 << 20;

    /** An object or array of more characters of JSON has a line for each value. */
    private static final int LINE_MAX = 240;

    /** No text that begins so is a number or a time in YAML 1.1. */
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z$/][^\\n\"'`\\\\]*");

    /** The booleans and nulls of YAML 1.1. */
    private static final Pattern WORD =
            Pattern.compile("y|n|yes|no|on|off|true|false|null", Pattern.CASE_INSENSITIVE);

    private static final YAMLMapper MAPPER =
            YAMLMapper.builder(
                            YAMLFactory.builder()
                                    .loadSettings(
                                            LoadSettings.builder()
                                                    .setCodePointLimit(CHARACTERS_MAX)
                                                    .build())
                                    .build())
                    .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                    .build();

    private static final DumpSettings SETTINGS =
            DumpSettings.builder().setSplitLines(false).setDereferenceAliases(true).build();

    private Yaml() {}

    /** The mapper, which reads; thread-safe. */
    public static YAMLMapper mapper() {
        return MAPPER;
    }

    /** The document, in which a small object or array, or one of plain values, takes one line. */
    public static String write(JsonNode document) {
        StringBuilder out = new StringBuilder();
        new Dump(SETTINGS)
                .dumpNode(
                        node(document),
                        new StreamDataWriter() {
                            @Override
                            public void write(String text) {
                                out.append(text);
                            }

                            @Override
                            public void write(String text, int offset, int length) {
                                out.append(text, offset, offset + length);
                            }
                        });
        return out.toString();
    }

    private static Node node(JsonNode json) {
        return switch (json.getNodeType()) {
            case OBJECT ->
                    new MappingNode(
                            Tag.MAP,
                            json.properties().stream().map(Yaml::tuple).toList(),
                            style(json));
            case ARRAY ->
                    new SequenceNode(
                            Tag.SEQ, json.valueStream().map(Yaml::node).toList(), style(json));
            case STRING -> text(json.stringValue());
            case NUMBER -> plain(json.isIntegralNumber() ? Tag.INT : Tag.FLOAT, json);
            case BOOLEAN -> plain(Tag.BOOL, json);
            case NULL -> plain(Tag.NULL, json);
            case MISSING, BINARY, POJO -> throw new IllegalArgumentException("no JSON: " + json);
        };
    }

    private static NodeTuple tuple(Map.Entry<String, JsonNode> member) {
        return new NodeTuple(text(member.getKey()), node(member.getValue()));
    }

    private static FlowStyle style(JsonNode json) {
        boolean isPlain = json.valueStream().noneMatch(JsonNode::isContainer);
        return isPlain || json.toString().length() <= LINE_MAX ? FlowStyle.FLOW : FlowStyle.BLOCK;
    }

    private static ScalarNode plain(Tag tag, JsonNode json) {
        return new ScalarNode(tag, json.toString(), ScalarStyle.PLAIN);
    }

    private static ScalarNode text(String text) {
        boolean isPlain = PLAIN.matcher(text).matches() && !WORD.matcher(text).matches();
        return new ScalarNode(
                Tag.STR, text, isPlain ? ScalarStyle.PLAIN : ScalarStyle.DOUBLE_QUOTED);
    }
}
