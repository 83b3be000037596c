package io.postrider.domain.keys;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** API keys for tests, made by the record's constructor alone. */
final class ApiKeySamples {

    static final String WORKSPACE = "ws_01h455vb4pex5vsknk084sn02q";
    static final String OTHER_WORKSPACE = "ws_01h455vb4pex5vsknk084sn02r";
    static final Instant CREATED_AT = Instant.parse("2026-01-01T00:00:00Z");

    private ApiKeySamples() {}

    static ApiKey key(String workspace, @Nullable Instant revokedAt, Instant updatedAt) {
        return new ApiKey(
                "key_01h455vb4pex5vsknk084sn02q",
                workspace,
                "0123456789AB",
                "deploy",
                "live",
                List.of("links:read", "links:write"),
                List.of("lnk_01h455vb4pex5vsknk084sn02q"),
                List.of("10.0.0.0/8"),
                List.of("https://example.com"),
                "5eb63bbbe01eeed093cb22bb8f5acdc3",
                3,
                null,
                600,
                Instant.parse("2027-01-01T00:00:00Z"),
                revokedAt,
                CREATED_AT,
                updatedAt);
    }
}
