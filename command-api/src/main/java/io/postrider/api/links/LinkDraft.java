package io.postrider.api.links;

import io.postrider.domain.kernel.Metadata;
import io.postrider.domain.links.Link;
import java.time.Instant;
import java.util.Optional;

/**
 * What a caller wants of a new link.
 *
 * @param url in its canonical form
 * @param slug empty if any will do
 */
record LinkDraft(String url, Optional<String> slug, LinkFields.Common common) {

    static final int STATUS_CODE_DEFAULT = 302;

    Link link(String id, String workspace, String domain, String chosen, Instant now) {
        return new Link(
                id,
                workspace,
                domain,
                chosen,
                url,
                common.title().orElse(null),
                common.tags(),
                common.startsAt().orElse(null),
                common.expiresAt().orElse(null),
                common.expiredUrl().orElse(null),
                common.maxClicks().orElse(null),
                0,
                common.statusCode().orElse(STATUS_CODE_DEFAULT),
                common.forwardQuery().orElse(false),
                common.externalId().orElse(null),
                Metadata.values(common.metadata()),
                now,
                now);
    }
}
