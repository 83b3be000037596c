package io.postrider.identity.workspaces;

import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.workspaces.Role;
import io.postrider.identity.auth.SessionAuthenticator;
import io.postrider.web.body.BodyReader;
import io.postrider.web.body.TextRule;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.route.Principal;
import java.util.Optional;

/** Reads the role of a member or an invitation. */
final class RoleField {

    private static final TextRule RULE = TextRule.line(1, 20);

    private RoleField() {}

    /** The label of a role; an invalid one is a field error. */
    static Optional<String> of(BodyReader fields) {
        Optional<String> role = fields.text("role", RULE);
        if (role.isPresent() && Role.named(role.get()).isEmpty()) {
            fields.fault(
                    new FieldError(
                            "/role",
                            "invalid_value",
                            "Expected owner, admin, developer or viewer."));
            return Optional.empty();
        }
        return role;
    }

    /**
     * A role that a key may grant: its members may do no more than the key. The decider checks the roles that members grant.
     */
    static Validated<String> withinReach(Principal giver, String role) {
        boolean isWithin =
                giver.isPerson()
                        || Role.named(role).stream()
                                .flatMap(named -> SessionAuthenticator.scopes(named).stream())
                                .allMatch(giver::may);
        return isWithin
                ? Validated.valid(role)
                : Validated.refused(
                        Problem.of(
                                403,
                                "role_exceeds_own",
                                "A key cannot grant a role with more scopes than the key has."));
    }
}
