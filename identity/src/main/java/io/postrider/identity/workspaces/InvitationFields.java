package io.postrider.identity.workspaces;

import io.postrider.domain.kernel.FieldError;
import io.postrider.identity.users.EmailField;
import io.postrider.web.body.BodyReader;
import io.postrider.web.problem.Validated;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** Reads the address, role and expiry of an invitation. */
final class InvitationFields {

    private static final Duration DEFAULT = Duration.ofDays(7);
    private static final Duration LONGEST = Duration.ofDays(30);

    private final InstantSource clock;

    InvitationFields(InstantSource clock) {
        this.clock = clock;
    }

    /**
     * @param role label of a role
     */
    record Draft(String email, String role, Instant expiresAt) {

        @Override
        public String toString() {
            return "Draft[" + role + "]";
        }
    }

    Validated<Draft> draft(BodyReader fields) {
        String email = EmailField.required(fields);
        fields.require("role");
        Optional<String> role = RoleField.of(fields);
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        Instant end = fields.time("expires_at").orElse(now.plus(DEFAULT));
        // The decider rejects a time in the past, because it recognises repeated requests.
        if (end.isAfter(now.plus(LONGEST))) {
            fields.fault(
                    new FieldError(
                            "/expires_at",
                            "out_of_range",
                            "Expected a time within the next " + LONGEST.toDays() + " days."));
        }
        fields.alongside(() -> FieldError.inThePast("/expires_at", end, now).stream().toList());
        return fields.checked(() -> new Draft(email, role.orElseThrow(), end));
    }
}
