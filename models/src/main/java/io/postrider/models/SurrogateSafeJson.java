package io.postrider.models;

import io.postrider.schemas.json.Json;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes JSON that is passed on. Surrogate pairs may arrive as halves in separate pieces; halves are escaped, as they were in
 * the input, because a single half cannot be encoded.
 */
final class SurrogateSafeJson {

    private static final int SIZE_HINT = 1_024;

    private SurrogateSafeJson() {}

    static String of(ObjectNode node) {
        return new String(bytes(node), StandardCharsets.UTF_8);
    }

    static byte[] bytes(ObjectNode node) {
        Utf8Writer writer = new Utf8Writer(SIZE_HINT);
        Json.mapper().writeValue(writer, node);
        writer.close();
        return writer.bytes();
    }
}
