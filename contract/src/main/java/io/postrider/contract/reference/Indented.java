package io.postrider.contract.reference;

import io.postrider.schemas.json.Json;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.core.util.Separators;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectWriter;

/** JSON on lines of its own, as JavaScript's {@code JSON.stringify(value, null, 2)} writes it. */
final class Indented {

    private static final DefaultIndenter LINES = new DefaultIndenter("  ", "\n");

    private static final ObjectWriter WRITER =
            Json.mapper()
                    .writer()
                    .with(
                            new DefaultPrettyPrinter(
                                            Separators.createDefaultInstance()
                                                    .withObjectNameValueSpacing(
                                                            Separators.Spacing.AFTER)
                                                    .withObjectEmptySeparator("")
                                                    .withArrayEmptySeparator(""))
                                    .withArrayIndenter(LINES)
                                    .withObjectIndenter(LINES));

    private Indented() {}

    static String of(JsonNode value) {
        return WRITER.writeValueAsString(value);
    }
}
