package io.postrider.identity.users;

import io.postrider.domain.users.UserCommand.RenameUser;
import io.postrider.identity.auth.UserReplica;
import io.postrider.schemas.Context;
import io.postrider.web.body.BodyReader;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.resource.Queries;
import io.postrider.web.resource.WriteResult;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.route.ApiRoute;
import io.postrider.web.route.ApiRoutes;
import io.postrider.web.route.Preconditions;
import java.util.List;
import java.util.Optional;
import reactor.core.publisher.Mono;

/** The operations on the signed-in user. */
final class UserRoutes implements ApiRoutes {

    private static final String PATH = "/api/v1/user";

    private final UserReplica users;
    private final Queries queries;
    private final UserJson json;
    private final UserSecrets secrets;
    private final StepUpAuthentication proving;
    private final CredentialChanges credentials;
    private final EmailChanges emails;
    private final UserWrites changes;

    UserRoutes(
            UserReplica users,
            Queries queries,
            UserJson json,
            UserSecrets secrets,
            StepUpAuthentication proving,
            CredentialChanges credentials,
            EmailChanges emails,
            UserWrites changes) {
        this.users = users;
        this.queries = queries;
        this.json = json;
        this.secrets = secrets;
        this.proving = proving;
        this.credentials = credentials;
        this.emails = emails;
        this.changes = changes;
    }

    @Override
    public List<ApiRoute> routes() {
        return List.of(
                ApiRoute.get(PATH).person().to(this::show),
                ApiRoute.patch(PATH).person().to(this::rename),
                ApiRoute.post(PATH + "/email").person().to(this::changeEmail),
                ApiRoute.post(PATH + "/password").person().to(this::changePassword));
    }

    private Mono<ApiResponse> show(ApiRequest request) {
        return queries.inMemory(request, Context.USERS, () -> Mono.just(shown(request)));
    }

    private ApiResponse shown(ApiRequest request) {
        return users.byId(request.principal().id())
                .map(known -> queries.versioned(request, json.user(known.value()), known.version()))
                .orElseGet(Problem::notFound);
    }

    private Mono<ApiResponse> rename(ApiRequest request) {
        BodyReader fields = request.fields();
        fields.notNull("name");
        Optional<String> name = fields.text("name", AcceptInvitationForm.NAME);
        return fields.checked(() -> name)
                .answer(given ->
                        given.map(text -> renamed(request, text)).orElseGet(() -> show(request)));
    }

    private Mono<ApiResponse> renamed(ApiRequest request, String name) {
        return Preconditions.expectedVersion(request)
                .answer(version ->
                        secrets.seal(request.principal().id(), UserSecrets.Part.NAME, name)
                                .map(RenameUser::new)
                                .map(command -> changes.sendFor(request, command, version))
                                .map(sent -> sent.map(written -> written.answer(this::now)))
                                .orElseGet(() -> Mono.just(Problem.secretsUnavailable())));
    }

    /** The user after the change. */
    private ApiResponse now(WriteResult.Holds holds) {
        return holds.showing(ApiResponse.ok(json.user(UserWrites.in(holds))));
    }

    private Mono<ApiResponse> changeEmail(ApiRequest request) {
        BodyReader fields = request.fields();
        String email = EmailField.required(fields);
        return ProofForm.passwordAlone(fields)
                .answer(form ->
                        proving.password(
                                request, form, (_, _) -> emails.change(request, email, this::now)));
    }

    private Mono<ApiResponse> changePassword(ApiRequest request) {
        return PasswordChangeForm.read(request.fields())
                .then(form -> acceptable(request, form))
                .answer(form ->
                        proving.password(
                                request,
                                form.proof(),
                                (_, proved) -> credentials.changePassword(request, form, proved)));
    }

    private Validated<PasswordChangeForm> acceptable(ApiRequest request, PasswordChangeForm form) {
        String email =
                users.byId(request.principal().id())
                        .map(known -> json.user(known.value()).path("email").stringValue())
                        .orElse("");
        return PasswordRule.objection("/new_password", form.password(), email)
                .<Validated<PasswordChangeForm>>map(fault -> Validated.refused(fault))
                .orElse(Validated.valid(form));
    }
}
