package io.postrider.web.route;

import io.postrider.domain.kernel.FieldError;
import io.postrider.schemas.catalogue.scopes.ReadScopes;
import io.postrider.web.problem.Problem;
import java.util.List;
import java.util.Optional;

/** No caller makes something act, or receive, with scopes that it does not have itself. */
public final class OwnScopes {

    private static final String CODE = "scope_exceeds_own";

    private OwnScopes() {}

    /** The refusal of a caller that lacks some of the needed scopes, or that is restricted to some resources. */
    public static Optional<Problem> objection(Principal caller, List<String> needed) {
        List<String> missing = needed.stream().filter(scope -> !caller.may(scope)).toList();
        if (missing.isEmpty() && caller.resources().isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                missing.isEmpty()
                        ? Problem.of(
                                403,
                                CODE,
                                "The key is restricted to certain resources and cannot do this for all of"
                                        + " them.")
                        : Problem.of(
                                        403,
                                        CODE,
                                        "The operation requires scopes that the caller does not have: "
                                                + String.join(", ", missing)
                                                + ".")
                                .withMember("required", missing));
    }

    /**
     * The same for subscribed types, with the field that names them. A group, and {@code *}, mean its types that the caller can
     * read, so that a caller who can read none is rejected.
     */
    public static Optional<Problem> subscribing(Principal caller, List<String> patterns) {
        return objection(caller, unread(caller, patterns))
                .map(problem ->
                        problem.withFields(
                                List.of(
                                        new FieldError(
                                                "/event_types",
                                                CODE,
                                                "A subscription to an event type requires its read scope."))));
    }

    /** The scopes of the patterns of which the caller reads no type. */
    public static List<String> unread(Principal caller, List<String> patterns) {
        return patterns.stream()
                .map(ReadScopes::ofPattern)
                .filter(scopes -> scopes.stream().noneMatch(caller::may))
                .flatMap(List::stream)
                .distinct()
                .toList();
    }
}
