package io.postrider.testkit.json;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Values that others may send in place of any other one. */
public final class OddValues {

    /** The number of mutations of WhatsApp callbacks at the daily level; other inputs have a quarter. */
    public static final int DAILY = 2_000;

    private static final JsonMapper MAPPER = JsonMapper.shared();
    private static final int AT_ONCE = 3;
    private static final String MARK = "\"\\u0001mark\"";

    /** As JSON. */
    private static final List<String> ODD =
            List.of(
                    "null",
                    "true",
                    "-1",
                    "1.5",
                    "99999999999",
                    "9223372036854775808",
                    "1e400",
                    "-0.0",
                    "\"\"",
                    "\"abc\"",
                    "\"31556889864403199\"",
                    "\"+1000000-01-01T00:00:00Z\"",
                    "\"-0001-01-01T00:00:00Z\"",
                    "\"9999-12-31T23:59:59.999+00:01\"",
                    "\"\\ud800\"",
                    "\"\\u0000\"",
                    "\"" + "x".repeat(70_000) + "\"",
                    "{}",
                    "[{\"a\":[]}]",
                    "[".repeat(900) + "]".repeat(900));

    private OddValues() {}

    /** The JSON with each of its values, the whole among them, replaced by each odd one. */
    public static List<String> in(String sample) {
        List<String> pointers = new ArrayList<>(List.of(""));
        JsonNode whole = MAPPER.readTree(sample);
        pointers("", whole, pointers);
        return pointers.stream()
                .map(pointer -> marked(whole, pointer))
                .flatMap(marked -> ODD.stream().map(odd -> marked.replace(MARK, odd)))
                .toList();
    }

    /**
     * Samples of which one value, or a few, are odd, by chance.
     *
     * @param samples JSON
     */
    public static Stream<String> mutations(List<String> samples, int count) {
        long seed = Long.getLong("postrider.seed", new Random().nextLong(1_000_000));
        System.out.printf("seed %d (-Dpostrider.seed), %d mutations%n", seed, count);
        Random random = new Random(seed);
        return Stream.generate(() -> mutated(samples.get(random.nextInt(samples.size())), random))
                .limit(count);
    }

    /** The mutations that can be the data of an event: the edge refuses what is no object or is nested too deeply. */
    public static Stream<String> mutationsOfData(String sample, int count) {
        return mutations(List.of(sample), count).filter(OddValues::isObject);
    }

    private static boolean isObject(String data) {
        try {
            return MAPPER.readTree(data).isObject();
        } catch (JacksonException _) {
            return false;
        }
    }

    private static String mutated(String sample, Random random) {
        String mutated = sample;
        int times = 1 + random.nextInt(AT_ONCE);
        for (int i = 0; i < times; i++) {
            JsonNode whole = MAPPER.readTree(mutated);
            List<String> pointers = new ArrayList<>(List.of(""));
            pointers("", whole, pointers);
            mutated = marked(whole, pointers.get(random.nextInt(pointers.size())));
        }
        for (int at = mutated.indexOf(MARK); at >= 0; at = mutated.indexOf(MARK)) {
            String odd = ODD.get(random.nextInt(ODD.size()));
            mutated = mutated.substring(0, at) + odd + mutated.substring(at + MARK.length());
        }
        return mutated;
    }

    private static void pointers(String at, JsonNode node, List<String> found) {
        if (node.isObject()) {
            node.properties()
                    .forEach(member -> {
                        found.add(at + "/" + member.getKey());
                        pointers(at + "/" + member.getKey(), member.getValue(), found);
                    });
        }
        for (int i = 0; node.isArray() && i < node.size(); i++) {
            found.add(at + "/" + i);
            pointers(at + "/" + i, node.get(i), found);
        }
    }

    private static String marked(JsonNode whole, String pointer) {
        if (pointer.isEmpty()) {
            return MARK;
        }
        int last = pointer.lastIndexOf('/');
        JsonNode copy = whole.deepCopy();
        JsonNode parent = copy.at(pointer.substring(0, last));
        String name = pointer.substring(last + 1);
        JsonNode mark = MAPPER.readTree(MARK);
        if (parent instanceof ObjectNode object) {
            object.set(name, mark);
        } else if (parent instanceof ArrayNode array) {
            array.set(Integer.parseInt(name), mark);
        }
        return copy.toString();
    }
}
