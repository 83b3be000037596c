package io.postrider.api.people;

import io.postrider.api.auth.UserTable;
import io.postrider.api.http.Answer;
import io.postrider.api.http.ApiRequest;
import io.postrider.api.http.ApiRoute;
import io.postrider.api.http.ApiRoutes;
import io.postrider.api.http.Checked;
import io.postrider.api.http.Fields;
import io.postrider.api.http.Preconditions;
import io.postrider.api.http.Problem;
import io.postrider.api.http.Queries;
import io.postrider.api.http.Written;
import io.postrider.domain.users.UserCommand.RenameUser;
import io.postrider.schemas.Context;
import java.util.List;
import java.util.Optional;
import reactor.core.publisher.Mono;

/** Who is signed in, as he shows and changes himself. */
final class UserRoutes implements ApiRoutes {

    private static final String PATH = "/api/v1/user";

    private final UserTable users;
    private final Queries queries;
    private final PersonJson json;
    private final UserSecrets secrets;
    private final Proving proving;
    private final CredentialChanges credentials;
    private final EmailChanges emails;
    private final UserWrites changes;

    UserRoutes(
            UserTable users,
            Queries queries,
            PersonJson json,
            UserSecrets secrets,
            Proving proving,
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

    private Mono<Answer> show(ApiRequest request) {
        return queries.inMemory(request, Context.USERS, () -> Mono.just(shown(request)));
    }

    private Answer shown(ApiRequest request) {
        return users.byId(request.principal().id())
                .map(known -> queries.versioned(request, json.user(known.user()), known.version()))
                .orElseGet(Problem::notFound);
    }

    private Mono<Answer> rename(ApiRequest request) {
        Fields fields = request.fields();
        fields.notNull("name");
        Optional<String> name = fields.text("name", JoinForm.NAME);
        return fields.checked(() -> name)
                .answer(given ->
                        given.map(text -> renamed(request, text)).orElseGet(() -> show(request)));
    }

    private Mono<Answer> renamed(ApiRequest request, String name) {
        return Preconditions.expectedVersion(request)
                .answer(version ->
                        secrets.seal(request.principal().id(), UserSecrets.Part.NAME, name)
                                .map(RenameUser::new)
                                .map(command -> changes.sendFor(request, command, version))
                                .map(sent -> sent.map(written -> written.answer(this::now)))
                                .orElseGet(() -> Mono.just(Problem.secretsUnavailable())));
    }

    /** Who he is from now on. */
    private Answer now(Written.Holds holds) {
        return holds.showing(Answer.ok(json.user(UserWrites.in(holds))));
    }

    private Mono<Answer> changeEmail(ApiRequest request) {
        Fields fields = request.fields();
        String email = EmailField.required(fields);
        return ProofForm.passwordAlone(fields)
                .answer(form ->
                        proving.password(
                                request, form, (_, _) -> emails.change(request, email, this::now)));
    }

    private Mono<Answer> changePassword(ApiRequest request) {
        return PasswordChangeForm.read(request.fields())
                .then(form -> acceptable(request, form))
                .answer(form ->
                        proving.password(
                                request,
                                form.proof(),
                                (_, proved) -> credentials.changePassword(request, form, proved)));
    }

    private Checked<PasswordChangeForm> acceptable(ApiRequest request, PasswordChangeForm form) {
        String email =
                users.byId(request.principal().id())
                        .map(known -> json.user(known.user()).path("email").stringValue())
                        .orElse("");
        return PasswordRule.objection("/new_password", form.password(), email)
                .<Checked<PasswordChangeForm>>map(fault -> Checked.refused(fault))
                .orElse(Checked.valid(form));
    }
}
