package io.postrider.identity.users;

import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.kernel.Uuids;
import io.postrider.domain.users.Session;
import io.postrider.domain.users.User;
import io.postrider.domain.users.UserCommand;
import io.postrider.identity.auth.SessionCookie;
import io.postrider.identity.auth.Sessions;
import io.postrider.identity.auth.UserReplica;
import io.postrider.identity.auth.UserReplica.SignedIn;
import io.postrider.identity.users.AccountAuditor.Act;
import io.postrider.schemas.Context;
import io.postrider.schemas.json.Json;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.resource.CommandRequest;
import io.postrider.web.resource.WriteResult;
import io.postrider.web.resource.Writes;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.route.ApiRoute;
import io.postrider.web.route.ApiRoutes;
import io.postrider.web.route.Principal;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The operations that begin, list and end sessions. */
final class SessionRoutes implements ApiRoutes {

    private static final String PATH = "/api/v1/session";
    private static final UUID NAMESPACE = UUID.fromString("b0c5f7d2-4e8a-5c31-8f60-2d9a71e3c846");

    private final SignIn signIn;
    private final StepUpAuthentication proving;
    private final LoginPolicy loginPolicy;
    private final SessionCookie cookie;
    private final UserJson json;
    private final UserReplica users;
    private final Sessions sessions;
    private final Writes writes;
    private final AccountAuditor trail;

    SessionRoutes(
            SignIn signIn,
            StepUpAuthentication proving,
            LoginPolicy loginPolicy,
            SessionCookie cookie,
            UserJson json,
            UserReplica users,
            Sessions sessions,
            Writes writes,
            AccountAuditor trail) {
        this.signIn = signIn;
        this.proving = proving;
        this.loginPolicy = loginPolicy;
        this.cookie = cookie;
        this.json = json;
        this.users = users;
        this.sessions = sessions;
        this.writes = writes;
        this.trail = trail;
    }

    @Override
    public List<ApiRoute> routes() {
        return List.of(
                ApiRoute.post(PATH).open().to(this::signIn),
                ApiRoute.get(PATH).person().to(this::current),
                ApiRoute.delete(PATH).person().to(this::signOut),
                ApiRoute.post(PATH + "/renew").person().to(this::renew),
                ApiRoute.get(PATH + "s").person().to(this::all),
                ApiRoute.delete(PATH + "s").person().to(this::signOutEverywhere),
                ApiRoute.delete(PATH + "s/{session_id}").person().to(this::signOutThere));
    }

    private Mono<ApiResponse> signIn(ApiRequest request) {
        return SignInForm.read(request.fields())
                .then(form -> loginPolicy.open(request).then(_ -> Validated.valid(form)))
                .answer(form -> signIn.of(request, form).map(this::answer));
    }

    private Mono<ApiResponse> renew(ApiRequest request) {
        return ProofForm.read(request.fields())
                .answer(form ->
                        proving.everything(
                                request, form, (user, proved) -> renewed(request, user, proved)));
    }

    /** A session that was not authenticated by any method cannot be renewed: the user has to sign in. */
    private Mono<ApiResponse> renewed(ApiRequest request, User user, AuthenticationMethods proved) {
        if (user.password() == null && user.totp() == null) {
            return Mono.just(
                    Problem.of(
                            403,
                            "proof_required",
                            "Reauthenticate with the method of your sign-in."));
        }
        return signIn.started(request, user, proved, request.principal().session())
                .map(this::answer)
                .map(answer -> StepUpAuthentication.asSignedIn(answer, ProofForm.PASSWORD));
    }

    private ApiResponse answer(SignIn.Outcome outcome) {
        return switch (outcome) {
            case SignIn.Outcome.Out(ApiResponse answer) -> answer;
            case SignIn.Outcome.In in ->
                    loginPolicy.signedIn(in.holds(), in.user(), in.session(), in.cookie());
        };
    }

    private Mono<ApiResponse> current(ApiRequest request) {
        return Mono.just(
                signedIn(request.principal())
                        .<ApiResponse>map(known ->
                                ApiResponse.ok(json.session(known.user().value(), known.session()))
                                        .showingSecret())
                        .orElseGet(Problem::notFound));
    }

    private Mono<ApiResponse> all(ApiRequest request) {
        return Mono.just(
                signedIn(request.principal())
                        .<ApiResponse>map(known -> ApiResponse.ok(list(known)))
                        .orElseGet(Problem::notFound));
    }

    private ObjectNode list(SignedIn known) {
        ObjectNode body = Json.object();
        body.put("object", "list");
        ArrayNode data = body.putArray("data");
        known.user()
                .value()
                .sessions()
                .forEach(session ->
                        data.addObject()
                                .put("id", id(session))
                                .put("object", "session")
                                .put("current", session.equals(known.session()))
                                .put("agent", session.agent())
                                .put("started_at", Json.time(session.startedAt()))
                                .put("last_active_at", Json.time(sessions.lastActive(session)))
                                .put("ends_at", Json.time(session.endsAt())));
        body.put("has_more", false);
        body.putNull("next_cursor");
        return body;
    }

    private Mono<ApiResponse> signOut(ApiRequest request) {
        String session = Objects.requireNonNull(request.principal().session());
        return ended(request, new UserCommand.EndSession(session), Act.SIGNED_OUT, this::gone);
    }

    private Mono<ApiResponse> signOutThere(ApiRequest request) {
        return ApiRequest.id(IdKind.SES, request.variable("session_id"))
                .then(id -> own(request, id))
                .answer(session ->
                        ended(
                                request,
                                new UserCommand.EndSession(session.hash()),
                                Act.SIGNED_OUT,
                                holds -> holds.on(ApiResponse.empty(204))));
    }

    private Validated<Session> own(ApiRequest request, String id) {
        return signedIn(request.principal()).stream()
                .flatMap(known -> known.user().value().sessions().stream())
                .filter(session -> id(session).equals(id))
                .findFirst()
                .map(Validated::valid)
                .orElseGet(() -> Validated.refused(Problem.notFound()));
    }

    /** An id from which the cookie cannot be derived. */
    private static String id(Session session) {
        return Id.of(IdKind.SES, Uuids.v5(NAMESPACE, session.hash()));
    }

    private Mono<ApiResponse> signOutEverywhere(ApiRequest request) {
        return ended(request, new UserCommand.EndSessions(), Act.SIGNED_OUT_EVERYWHERE, this::gone);
    }

    private <C extends Record & UserCommand> Mono<ApiResponse> ended(
            ApiRequest request,
            C command,
            Act act,
            Function<WriteResult.Holds, ApiResponse> answer) {
        CommandRequest change =
                CommandRequest.of(
                        Context.USERS, request.principal().id(), command, Optional.empty());
        // Recorded on the stage: the command continues if the caller closes the connection.
        return Mono.fromFuture(
                writes.send(request, change)
                        .thenApply(written ->
                                written.answer(trail.telling(request, act, null, answer)))
                        .toCompletableFuture(),
                true);
    }

    private ApiResponse gone(WriteResult.Holds holds) {
        return holds.on(ApiResponse.empty(204)).with("Set-Cookie", cookie.taken());
    }

    private Optional<SignedIn> signedIn(Principal principal) {
        return Optional.ofNullable(principal.session()).flatMap(users::bySession);
    }
}
