package io.postrider.domain.links;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Links and patches for tests, made by the records' constructors alone. */
final class LinkSamples {

    static final String WORKSPACE = "ws_01h455vb4pex5vsknk084sn02q";
    static final String OTHER_WORKSPACE = "ws_01h455vb4pex5vsknk084sn02r";
    static final String DOMAIN = "sho.rt";
    static final String SLUG = "Launch_2026";
    static final Instant CREATED_AT = Instant.parse("2026-01-01T00:00:00Z");

    /** A patch that names no field. */
    static final LinkPatch EMPTY_PATCH =
            new LinkPatch(
                    List.of(), null, null, List.of(), null, null, null, null, null, null, null,
                    Map.of());

    private LinkSamples() {}

    /** A link with no optional field set. */
    static Link bare(String workspace) {
        return limited(workspace, null, 0);
    }

    /** A link with no optional field set but its limit. */
    static Link limited(String workspace, @Nullable Long maxClicks, long admittedClicks) {
        return new Link(
                "lnk_01h455vb4pex5vsknk084sn02q",
                workspace,
                DOMAIN,
                SLUG,
                "https://example.com/",
                null,
                List.of(),
                null,
                null,
                null,
                maxClicks,
                admittedClicks,
                302,
                false,
                null,
                Map.of(),
                CREATED_AT,
                CREATED_AT);
    }

    /** A link with every field set. */
    static Link full() {
        return new Link(
                "lnk_01h455vb4pex5vsknk084sn02q",
                WORKSPACE,
                DOMAIN,
                SLUG,
                "https://example.com/full",
                "Launch",
                List.of("spring", "mail"),
                Instant.parse("2026-03-01T00:00:00Z"),
                Instant.parse("2026-04-01T00:00:00Z"),
                "https://example.com/over",
                10L,
                4,
                307,
                true,
                "crm-17",
                Map.of("campaign", "spring"),
                CREATED_AT,
                CREATED_AT);
    }
}
