package io.postrider.api.links;

import io.postrider.api.http.Checked;
import io.postrider.api.http.Fields;
import io.postrider.api.http.PublicAddress;
import io.postrider.api.http.TextRule;
import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.links.LinkRules;
import java.time.Instant;
import java.util.List;
import java.util.Map;
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
     * What both a new link and a change of one can say. Absent and null are both empty.
     *
     * @param metadata entries without a value are to be removed
     */
    record Common(
            Optional<String> title,
            List<String> tags,
            Optional<Instant> startsAt,
            Optional<Instant> expiresAt,
            Optional<String> expiredUrl,
            Optional<Long> maxClicks,
            Optional<Integer> statusCode,
            Optional<Boolean> forwardQuery,
            Optional<String> externalId,
            Map<String, Optional<String>> metadata) {}

    Checked<LinkDraft> draft(Fields fields) {
        String url = fields.requiredText("url", URL);
        String target = url.isEmpty() ? url : targets.checked("url", url, fields::fault);
        domain(fields);
        Optional<String> slug = fields.text("slug", TextRule.lines(1_000));
        slug.map(LinkRules::slug).ifPresent(fields::fault);
        Common common = common(fields);
        fields.alongside(() ->
                LinkRules.times(common.startsAt().orElse(null), common.expiresAt().orElse(null)));
        LinkDraft draft = new LinkDraft(target, slug, common);
        return fields.checked(() -> draft);
    }

    Checked<LinkEdit> edit(Fields fields) {
        fields.notNull("url");
        Optional<String> url = targets.checked("url", fields.text("url", URL), fields::fault);
        Common common = common(fields);
        LinkEdit edit = LinkEdit.of(fields, url, common);
        return fields.checked(() -> edit);
    }

    private Common common(Fields fields) {
        fields.notYet("password");
        fields.notYet("rules");
        List<String> tags = fields.texts("tags", 1_000, TextRule.line(0, 1_000));
        fields.faults(LinkRules.tags(tags));
        return new Common(
                fields.text("title", TextRule.line(0, LinkRules.TITLE_LENGTH_MAX)),
                tags.stream().distinct().toList(),
                fields.time("starts_at"),
                fields.time("expires_at"),
                targets.checked("expired_url", fields.text("expired_url", URL), fields::fault),
                fields.number("max_clicks", 1, MAX_CLICKS),
                statusCode(fields),
                fields.flag("forward_query"),
                fields.text("external_id", TextRule.line(1, LinkRules.EXTERNAL_ID_LENGTH_MAX)),
                fields.metadata());
    }

    private static Optional<Integer> statusCode(Fields fields) {
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

    /** Until there are more short domains, naming the one there is asks for nothing. */
    private void domain(Fields fields) {
        fields.notYet("domain", address.domain());
    }
}
