package io.postrider.api.links;

import io.postrider.api.http.Fields;
import io.postrider.domain.kernel.Metadata;
import io.postrider.domain.links.LinkPatch;
import java.util.List;
import java.util.Optional;

/**
 * What a caller wants changed of a link, as a JSON Merge Patch has it: fields that are given as null go back to what
 * they are without being given.
 *
 * @param changed the fields that are given
 */
record LinkEdit(List<String> changed, Optional<String> url, LinkFields.Common common) {

    private static final List<String> FIELDS =
            List.of(
                    "url",
                    "title",
                    "tags",
                    "starts_at",
                    "expires_at",
                    "expired_url",
                    "max_clicks",
                    "status_code",
                    "forward_query",
                    "external_id");

    LinkEdit {
        changed = List.copyOf(changed);
    }

    static LinkEdit of(Fields fields, Optional<String> url, LinkFields.Common common) {
        return new LinkEdit(fields.changed(FIELDS, common.metadata()), url, common);
    }

    /** The change as the log takes it. */
    LinkPatch patch() {
        return new LinkPatch(
                changed,
                url.orElse(null),
                common.title().orElse(null),
                common.tags(),
                common.startsAt().orElse(null),
                common.expiresAt().orElse(null),
                common.expiredUrl().orElse(null),
                common.maxClicks().orElse(null),
                common.statusCode().orElse(LinkDraft.STATUS_CODE_DEFAULT),
                common.forwardQuery().orElse(false),
                common.externalId().orElse(null),
                Metadata.values(common.metadata()));
    }
}
