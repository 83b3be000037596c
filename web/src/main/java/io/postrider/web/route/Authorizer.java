package io.postrider.web.route;

import io.postrider.domain.kernel.IdKind;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.route.AuditTrail.Deed;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Decides whether an authenticated caller may call an operation: by the scopes, roles and restrictions that its {@link AccessRule} names. */
final class Authorizer {

    private static final Set<String> ESCALATIONS =
            Set.of("exceeds_own", "scope_exceeds_own", "role_exceeds_own");

    private static final String WORKSPACE_HEADER = "Workspace";

    private final Authenticator authenticator;
    private final AuditTrail audit;

    Authorizer(Authenticator authenticator, AuditTrail audit) {
        this.authenticator = authenticator;
        this.audit = audit;
    }

    /** The principal in the workspace of the request, or why it may not call the operation; a refusal is recorded in the audit. */
    Validated<Principal> authorize(RoutedRequest routed, Principal principal) {
        return switch (routed.route().access()) {
            case AccessRule.Open() -> Validated.valid(principal);
            case AccessRule.AnyKey() -> inNamedWorkspace(routed, principal);
            case AccessRule.Person() ->
                    principal.isPerson() ? Validated.valid(principal) : noPerson(routed, principal);
            case AccessRule.Scoped(String scope, boolean narrowed) ->
                    inNamedWorkspace(routed, principal)
                            .then(entered ->
                                    entered.workspace().isEmpty()
                                            ? Validated.refused(AccessProblems.workspaceRequired())
                                            : narrowed && entered.may(scope)
                                                    ? Validated.valid(entered)
                                                    : scoped(routed, entered, scope));
            case AccessRule.PersonOr(String scope) ->
                    principal.isPerson()
                            ? Validated.valid(principal)
                            : scoped(routed, principal, scope);
            case AccessRule.InWorkspace(String scope) ->
                    entering(routed, principal).then(member -> scoped(routed, member, scope));
            case AccessRule.InWorkspaceOrSelf(String scope) ->
                    entering(routed, principal)
                            .then(member ->
                                    isSelf(routed, member)
                                            ? Validated.valid(member)
                                            : scoped(routed, member, scope));
        };
    }

    private Validated<Principal> noPerson(RoutedRequest routed, Principal principal) {
        Problem problem = AccessProblems.sessionRequired();
        denied(routed, principal, problem);
        return Validated.refused(problem);
    }

    /** A session names its workspace in a header; a key is of one workspace, and no other may be named. */
    private Validated<Principal> inNamedWorkspace(RoutedRequest routed, Principal principal) {
        List<String> named = routed.request().headers().header(WORKSPACE_HEADER);
        return !named.isEmpty()
                ? authenticator.entering(principal, String.join(",", named))
                : Validated.valid(principal);
    }

    private Validated<Principal> entering(RoutedRequest routed, Principal principal) {
        return ApiRequest.id(IdKind.WS, Objects.requireNonNull(routed.variables().get("id")))
                .then(id -> authenticator.entering(principal, id));
    }

    private static boolean isSelf(RoutedRequest routed, Principal member) {
        return member.isPerson() && member.id().equals(routed.variables().get("user_id"));
    }

    private Validated<Principal> scoped(RoutedRequest routed, Principal principal, String scope) {
        Optional<Problem> refusal =
                principal.may(scope)
                        ? AccessProblems.restricted(principal, routed.variables().get("id"))
                        : Optional.of(Problem.scopeMissing(scope));
        refusal.ifPresent(problem -> denied(routed, principal, problem));
        return refusal.<Validated<Principal>>map(Validated::refused)
                .orElse(Validated.valid(principal));
    }

    private void denied(RoutedRequest routed, Principal principal, Problem problem) {
        AuditTrail.Entry entry =
                new AuditTrail.Entry(
                        principal.workspace(),
                        principal.actor(),
                        routed.route().name(),
                        new Deed.Denied(problem.code()),
                        routed.requestId(),
                        null);
        audit.take(() -> List.of(entry));
    }

    /** Records an answer by which an operation refused to grant more than the caller has. */
    void noteEscalation(RoutedRequest routed, Principal principal, ApiResponse answer) {
        if (answer instanceof Problem problem && ESCALATIONS.contains(problem.code())) {
            denied(routed, principal, problem);
        }
    }
}
