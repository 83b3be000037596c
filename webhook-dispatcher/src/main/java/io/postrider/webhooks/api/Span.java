package io.postrider.webhooks.api;

import io.postrider.domain.kernel.FieldError;
import io.postrider.web.body.BodyReader;
import io.postrider.web.body.TextRule;
import io.postrider.web.problem.Validated;
import java.time.Instant;
import java.util.Optional;

/**
 * The span of time that a call is for.
 *
 * @param cursor where the call before has ended
 */
record Span(Instant since, Optional<Instant> until, Optional<String> cursor) {

    static Validated<Span> read(BodyReader fields) {
        fields.require("since");
        Optional<Instant> since = fields.time("since");
        Optional<Instant> until = fields.time("until");
        Optional<String> cursor = fields.text("cursor", TextRule.line(1, 2_000));
        if (since.isPresent() && until.filter(end -> end.isBefore(since.get())).isPresent()) {
            fields.fault(new FieldError("/until", "out_of_range", "Expected a time after since."));
        }
        return fields.checked(() -> new Span(since.orElse(Instant.EPOCH), until, cursor));
    }

    boolean isBehind(Instant at) {
        return at.isBefore(since);
    }

    boolean holds(Instant at) {
        return !isBehind(at) && until.filter(end -> at.isAfter(end)).isEmpty();
    }
}
