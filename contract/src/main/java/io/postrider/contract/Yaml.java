package io.postrider.contract;

import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.dataformat.yaml.YAMLFactory;
import tools.jackson.dataformat.yaml.YAMLMapper;
import tools.jackson.dataformat.yaml.YAMLWriteFeature;
import tools.jackson.dataformat.yaml.util.StringQuotingChecker;

/**
 * How YAML is read and written: texts in quotation marks, statuses as names among them, so that no reader takes a time or
 * a "no" for anything else, whichever version of YAML it knows. Numbers are read as JSON's
 * are.
 */
public final class Yaml {

    /** The contract is larger than readers of YAML take by default. */
    private static final int CHARACTERS_MAX = 16 << 20;

    private static final YAMLMapper MAPPER =
            YAMLMapper.builder(
                            YAMLFactory.builder()
                                    .loadSettings(
                                            LoadSettings.builder()
                                                    .setCodePointLimit(CHARACTERS_MAX)
                                                    .build())
                                    .stringQuotingChecker(new StatusesToo())
                                    .disable(YAMLWriteFeature.WRITE_DOC_START_MARKER)
                                    .disable(YAMLWriteFeature.SPLIT_LINES)
                                    .build())
                    .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                    .build();

    private Yaml() {}

    /** The mapper; thread-safe. */
    public static YAMLMapper mapper() {
        return MAPPER;
    }

    private static final class StatusesToo extends StringQuotingChecker.Default {

        private static final long serialVersionUID = 1L;

        @Override
        public boolean needToQuoteName(String name) {
            return super.needToQuoteName(name) || name.chars().allMatch(Character::isDigit);
        }
    }
}
