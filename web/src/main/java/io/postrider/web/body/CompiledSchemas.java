package io.postrider.web.body;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.postrider.expressions.DataSchema;
import io.postrider.expressions.InvalidSchemaException;
import io.postrider.platform.meters.Bounds;
import io.postrider.platform.meters.Bounds.Kind;
import io.postrider.schemas.json.Json;
import tools.jackson.databind.node.ObjectNode;

/** JSON Schemas that were checked when they were saved, compiled when they are first needed. */
public final class CompiledSchemas {

    private static final int COMPILED_MAX = 500;

    private final Cache<String, DataSchema> compiled =
            Caffeine.newBuilder().maximumSize(COMPILED_MAX).build();

    /** Shows how many schemas are compiled. */
    public void show(Bounds bounds, String name) {
        bounds.show(Kind.CACHE, name, compiled::estimatedSize, COMPILED_MAX);
    }

    /**
     * The schema.
     *
     * @param json a schema that compiles
     */
    public DataSchema of(String json) {
        return compiled.get(
                json,
                text -> {
                    try {
                        return DataSchema.compile((ObjectNode) Json.mapper().readTree(text));
                    } catch (InvalidSchemaException e) {
                        throw new IllegalStateException("it compiled when it was saved", e);
                    }
                });
    }
}
