package io.postrider.webhooks.api;

import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.webhooks.ReplayFilter;
import io.postrider.web.body.BodyReader;
import io.postrider.web.body.TextRule;
import io.postrider.web.problem.Validated;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads a replay from a body. */
final class ReplayFields {

    private static final int RATE_DEFAULT = 100;
    private static final int RATE_MAX = 1_000;
    private static final TextRule STATE = TextRule.line(1, 40);

    private ReplayFields() {}

    /**
     * A replay that is asked for.
     *
     * @param isDryRun whether the deliveries are only counted
     */
    record Draft(ReplayFilter filter, int rate, boolean isDryRun) {}

    static Validated<Draft> read(BodyReader fields, Instant now) {
        fields.require("filter");
        Optional<ReplayFilter> filter = fields.object("filter", inner -> filter(inner, now));
        int rate = fields.number("rate", 1, RATE_MAX).map(Long::intValue).orElse(RATE_DEFAULT);
        boolean dryRun = fields.flag("dry_run").orElse(false);
        return fields.checked(() -> new Draft(filter.orElseThrow(), rate, dryRun));
    }

    private static ReplayFilter filter(BodyReader fields, Instant now) {
        fields.require("from");
        Instant from = past(fields, "from", now).orElse(Instant.EPOCH);
        Instant to = past(fields, "to", now).orElse(now);
        if (to.isBefore(from) && !from.isAfter(now)) {
            fields.fault(new FieldError("/to", "out_of_range", "Expected a time after from."));
        }
        List<String> types =
                fields.has("event_types") ? WebhookFields.eventTypes(fields) : List.of();
        return new ReplayFilter(
                types, from, to, state(fields), WebhookFields.condition(fields, "cel"));
    }

    private static Optional<Instant> past(BodyReader fields, String name, Instant now) {
        Optional<Instant> given = fields.time(name);
        if (given.filter(now::isBefore).isPresent()) {
            fields.fault(
                    new FieldError(
                            "/" + name,
                            "out_of_range",
                            "Expected a time that is not in the future."));
        }
        return given;
    }

    private static @Nullable String state(BodyReader fields) {
        Optional<String> given = fields.text("state", STATE);
        if (given.filter(state -> !ReplayFilter.STATES.contains(state)).isPresent()) {
            fields.fault(
                    new FieldError("/state", "invalid_value", "Expected delivered or exhausted."));
        }
        return given.orElse(null);
    }
}
