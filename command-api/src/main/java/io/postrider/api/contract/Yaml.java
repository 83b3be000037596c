package io.postrider.api.contract;

import tools.jackson.dataformat.yaml.YAMLMapper;
import tools.jackson.dataformat.yaml.YAMLWriteFeature;

/** How YAML is read and written: as 1.2 has it, so that a time is a text and so is "no". */
final class Yaml {

    private static final YAMLMapper MAPPER =
            YAMLMapper.builder()
                    .disable(YAMLWriteFeature.WRITE_DOC_START_MARKER)
                    .disable(YAMLWriteFeature.SPLIT_LINES)
                    .enable(YAMLWriteFeature.MINIMIZE_QUOTES)
                    .enable(YAMLWriteFeature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
                    .build();

    private Yaml() {}

    /** The mapper; thread-safe. */
    static YAMLMapper mapper() {
        return MAPPER;
    }
}
