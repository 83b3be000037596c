package io.postrider.schemas.json;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The configuration of JSON: duplicate members are rejected, times are in milliseconds with {@code Z}. */
public final class Json {

    private static final JsonMapper MAPPER =
            JsonMapper.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                    .build();

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

    private Json() {}

    /** The mapper; thread-safe. */
    public static JsonMapper mapper() {
        return MAPPER;
    }

    /** An empty object. */
    public static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    /** An array of texts. */
    public static ArrayNode texts(Collection<String> values) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        values.forEach(array::add);
        return array;
    }

    /** An object of texts, in the order of its names so that equal maps give equal bytes. */
    public static ObjectNode texts(Map<String, String> values) {
        ObjectNode object = object();
        values.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(entry -> object.put(entry.getKey(), entry.getValue()));
        return object;
    }

    /** RFC 3339 in UTC with milliseconds, or null. */
    public static @Nullable String time(@Nullable Instant at) {
        return at == null ? null : TIME.format(at);
    }

    /** The UTF-8 bytes of a tree. */
    public static byte[] bytes(ObjectNode node) {
        return MAPPER.writeValueAsBytes(node);
    }
}
