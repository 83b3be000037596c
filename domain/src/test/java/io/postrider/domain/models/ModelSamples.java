package io.postrider.domain.models;

import io.postrider.domain.models.Model.ModelDefaults;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Models, connections and patches for tests, made by the records' constructors alone. */
final class ModelSamples {

    static final String WORKSPACE = "ws_01h455vb4pex5vsknk084sn02q";
    static final String OTHER_WORKSPACE = "ws_01h455vb4pex5vsknk084sn02r";
    static final String CONNECTION_ID = "con_01h455vb4pex5vsknk084sn02q";
    static final String ALIAS = "support-reply";
    static final Instant CREATED_AT = Instant.parse("2026-01-01T00:00:00Z");

    /** Patches that name no field. */
    static final ModelPatch EMPTY_MODEL_PATCH =
            new ModelPatch(List.of(), null, null, null, ModelDefaults.NONE, null, Map.of());

    static final ConnectionPatch EMPTY_CONNECTION_PATCH =
            new ConnectionPatch(List.of(), null, null, Map.of(), null, null, Map.of());

    private ModelSamples() {}

    static Model model(String workspace) {
        return new Model(
                ALIAS,
                workspace,
                CONNECTION_ID,
                "llama-3.3-70b",
                "Support reply",
                new ModelDefaults("Be brief.", 0.2, 300),
                128_000,
                Map.of("team", "ops"),
                CREATED_AT,
                CREATED_AT);
    }

    static ModelConnection connection(String workspace) {
        return new ModelConnection(
                CONNECTION_ID,
                workspace,
                "Groq",
                ModelConnection.OPENAI_COMPATIBLE,
                "https://models.example.com/openai/v1",
                Map.of("x-title", "Y2lwaGVy"),
                60,
                "c2VjcmV0",
                Map.of("team", "ops"),
                CREATED_AT,
                CREATED_AT);
    }
}
