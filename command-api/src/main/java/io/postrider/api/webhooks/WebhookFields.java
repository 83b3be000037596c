package io.postrider.api.webhooks;

import io.postrider.api.http.Checked;
import io.postrider.api.http.Fields;
import io.postrider.api.http.TextRule;
import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.webhooks.EventTypePattern;
import io.postrider.domain.webhooks.EventTypes;
import io.postrider.runtime.egress.TargetCheck;
import io.postrider.runtime.egress.TargetPolicy;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the fields of a webhook endpoint from a body. */
final class WebhookFields {

    private static final int EVENT_TYPES_MAX = 50;
    private static final TextRule URL = TextRule.line(1, 16_384);
    private static final TextRule DESCRIPTION = TextRule.lines(500);
    private static final List<String> CHANGEABLE =
            List.of("url", "description", "event_types", "enabled");

    private final TargetPolicy targets;

    WebhookFields(TargetPolicy targets) {
        this.targets = targets;
    }

    Checked<WebhookDraft> draft(Fields fields) {
        fields.require("url");
        fields.require("event_types");
        WebhookDraft draft = read(fields);
        return fields.checked(() -> draft);
    }

    Checked<WebhookDraft> edit(Fields fields) {
        fields.notNull("url", "event_types", "enabled");
        WebhookDraft draft = read(fields);
        return fields.checked(() -> draft);
    }

    private WebhookDraft read(Fields fields) {
        Optional<String> url = fields.text("url", URL).map(text -> target(fields, text));
        List<String> eventTypes = eventTypes(fields);
        Optional<String> description = fields.text("description", DESCRIPTION);
        Optional<Boolean> enabled = fields.flag("enabled");
        Map<String, Optional<String>> metadata = fields.metadata();
        fields.notYet("filter");
        fields.notYet("transform");
        fields.notYet("headers");
        fields.notYet("rate_limit");
        fields.notYet("ordering", "none");
        fields.notYet("format", "standard");
        fields.notYet("signature", "v1");
        List<String> changed = fields.changed(CHANGEABLE, metadata);
        return new WebhookDraft(changed, url, description, eventTypes, enabled, metadata);
    }

    private String target(Fields fields, String url) {
        return switch (targets.check(url)) {
            case TargetCheck.Accepted(var target) -> target.toString();
            case TargetCheck.Refused(String code, String detail) -> {
                fields.fault(new FieldError("/url", code, detail));
                yield url;
            }
        };
    }

    private static List<String> eventTypes(Fields fields) {
        List<String> given = fields.texts("event_types", EVENT_TYPES_MAX, TextRule.line(1, 100));
        for (int i = 0; i < given.size(); i++) {
            String pointer = "/event_types/" + i;
            EventTypes.objection(given.get(i))
                    .map(detail -> new FieldError(pointer, "invalid_event_type", detail))
                    .ifPresent(fields::fault);
        }
        if (fields.isEmptyList("event_types")) {
            fields.fault(new FieldError("/event_types", "too_few", "At least one type is needed."));
        }
        return given.stream().map(EventTypePattern::canonical).distinct().toList();
    }
}
