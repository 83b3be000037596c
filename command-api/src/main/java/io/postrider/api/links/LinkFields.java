package io.postrider.api.links;

import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.links.Link;
import io.postrider.domain.links.LinkPatch;
import io.postrider.domain.links.LinkRules;
import io.postrider.web.body.BodyReader;
import io.postrider.web.body.TextRule;
import io.postrider.web.problem.Validated;
import io.postrider.web.server.PublicAddress;
import java.util.Optional;

/** Reads the fields of a link from a body. */
final class LinkFields {

    private static final long MAX_CLICKS = 1_000_000_000;
    private static final TextRule URL = TextRule.line(1, 16_384);

    private final LinkTargets targets;
    private final PublicAddress address;

    LinkFields(LinkTargets targets, PublicAddress address) {
        this.targets = targets;
        this.address = address;
    }

    /**
     * A link that is to be made.
     *
     * @param slug empty if any will do
     */
    record NewLink(Optional<String> slug, LinkPatch patch) {}

    Validated<NewLink> create(BodyReader fields) {
        fields.require("url");
        Optional<String> url = url(fields);
        domain(fields);
        Optional<String> slug = fields.text("slug", TextRule.lines(1_000));
        slug.map(LinkRules::slug).ifPresent(fields::fault);
        LinkPatch patch = patch(fields, url);
        fields.alongside(() -> LinkRules.times(patch.startsAt(), patch.expiresAt()));
        return fields.checked(() -> new NewLink(slug, patch));
    }

    Validated<LinkPatch> update(BodyReader fields) {
        fields.notNull("url");
        LinkPatch patch = patch(fields, url(fields));
        return fields.checked(() -> patch);
    }

    private Optional<String> url(BodyReader fields) {
        return targets.checked("url", fields.text("url", URL), fields::fault);
    }

    private LinkPatch patch(BodyReader fields, Optional<String> url) {
        fields.notYet("password");
        fields.notYet("rules");
        return new LinkPatch(
                fields.changed(),
                url.orElse(null),
                fields.text("title", TextRule.line(0, LinkRules.TITLE_LENGTH_MAX)).orElse(null),
                fields.tags(),
                fields.time("starts_at").orElse(null),
                fields.time("expires_at").orElse(null),
                targets.checked("expired_url", fields.text("expired_url", URL), fields::fault)
                        .orElse(null),
                fields.number("max_clicks", 1, MAX_CLICKS).orElse(null),
                statusCode(fields).orElse(Link.STATUS_CODE),
                fields.flag("forward_query").orElse(false),
                fields.text("external_id", TextRule.line(1, LinkRules.EXTERNAL_ID_LENGTH_MAX))
                        .orElse(null),
                fields.metadata());
    }

    private static Optional<Integer> statusCode(BodyReader fields) {
        Optional<Integer> code = fields.number("status_code", 100, 599).map(Long::intValue);
        code.filter(given -> !LinkRules.STATUS_CODES.contains(given))
                .ifPresent(given ->
                        fields.fault(
                                new FieldError(
                                        "/status_code",
                                        "invalid_value",
                                        "Expected 301, 302, 303, 307 or 308.")));
        return code;
    }

    /** Until there are more short domains, the only one has no effect. */
    private void domain(BodyReader fields) {
        fields.notYet("domain", address.domain());
    }
}
