package io.postrider.identity.users;

import io.postrider.domain.users.UserCommand.DisableTotp;
import io.postrider.domain.users.UserCommand.EnableTotp;
import io.postrider.domain.users.UserCommand.RenewRecoveryCodes;
import io.postrider.identity.users.AccountAuditor.Act;
import io.postrider.schemas.json.Json;
import io.postrider.web.body.BodyReader;
import io.postrider.web.body.TextRule;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Problem;
import io.postrider.web.resource.WriteResult;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.route.ApiRoute;
import io.postrider.web.route.ApiRoutes;
import java.util.List;
import java.util.Optional;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/** The operations that enrol and remove a second factor. */
final class SecondFactorRoutes implements ApiRoutes {

    private static final String PATH = "/api/v1/user/second-factor";
    private static final TextRule SETUP = TextRule.line(1, 2_000);

    private final StepUpAuthentication proving;
    private final SecondFactorSetup setup;
    private final SecondFactors factors;
    private final UserJson json;
    private final UserWrites changes;
    private final AccountAuditor trail;

    SecondFactorRoutes(
            StepUpAuthentication proving,
            SecondFactorSetup setup,
            SecondFactors factors,
            UserJson json,
            UserWrites changes,
            AccountAuditor trail) {
        this.proving = proving;
        this.setup = setup;
        this.factors = factors;
        this.json = json;
        this.changes = changes;
        this.trail = trail;
    }

    @Override
    public List<ApiRoute> routes() {
        return List.of(
                ApiRoute.post(PATH + "/setup").person().to(this::begin),
                ApiRoute.post(PATH + "/confirm").person().to(this::confirm),
                ApiRoute.post(PATH + "/recovery-codes").person().to(this::renewCodes),
                ApiRoute.post(PATH + "/disable").person().to(this::disable));
    }

    private Mono<ApiResponse> begin(ApiRequest request) {
        return ProofForm.passwordAlone(request.fields())
                .answer(form ->
                        proving.password(request, form, (user, _) -> Mono.just(setup.begin(user))));
    }

    private Mono<ApiResponse> confirm(ApiRequest request) {
        BodyReader fields = request.fields();
        String begun = fields.requiredText("setup", SETUP);
        String code = fields.requiredText("code", SignInForm.CODE);
        return fields.checked(() -> begun)
                .then(_ -> setup.confirmed(request, begun, code))
                .answer(proved -> {
                    List<String> codes = factors.recoveryCodes();
                    return enabled(request, proved, codes)
                            .map(command ->
                                    changes.once(
                                            request,
                                            command,
                                            trail.telling(
                                                    request,
                                                    Act.SECOND_FACTOR_SET_UP,
                                                    null,
                                                    holds -> shown(holds, codes))))
                            .orElseGet(() -> Mono.just(Problem.secretsUnavailable()));
                });
    }

    private Optional<EnableTotp> enabled(
            ApiRequest request, SecondFactorSetup.Confirmed proved, List<String> codes) {
        String user = request.principal().id();
        return setup.sealed(user, proved)
                .map(seed ->
                        new EnableTotp(seed, proved.step(), factors.recoveryHashes(user, codes)));
    }

    /** The codes are shown once: a repeated request gets the note that they were shown. */
    private static ApiResponse shown(WriteResult.Holds holds, List<String> codes) {
        ObjectNode body = Json.object().put("object", "recovery_codes");
        if (holds.replayed()) {
            body.putNull("recovery_codes");
        } else {
            body.set("recovery_codes", Json.texts(codes));
        }
        body.put("secret_available", !holds.replayed());
        return holds.on(ApiResponse.ok(body)).showingSecret();
    }

    private Mono<ApiResponse> renewCodes(ApiRequest request) {
        return ProofForm.read(request.fields())
                .answer(form ->
                        proving.everything(
                                request,
                                form,
                                (user, proved) -> {
                                    List<String> codes = factors.recoveryCodes();
                                    return changes.once(
                                            request,
                                            new RenewRecoveryCodes(
                                                    factors.recoveryHashes(user.id(), codes),
                                                    proved.code().step().orElse(null),
                                                    proved.code().recoveryHash().orElse(null)),
                                            trail.telling(
                                                    request,
                                                    Act.RECOVERY_CODES_RENEWED,
                                                    proved.method(),
                                                    holds -> shown(holds, codes)));
                                }));
    }

    private Mono<ApiResponse> disable(ApiRequest request) {
        return ProofForm.read(request.fields())
                .answer(form ->
                        proving.everything(
                                request,
                                form,
                                (_, proved) ->
                                        changes.once(
                                                request,
                                                new DisableTotp(
                                                        proved.code().step().orElse(null),
                                                        proved.code().recoveryHash().orElse(null)),
                                                trail.telling(
                                                        request,
                                                        Act.SECOND_FACTOR_REMOVED,
                                                        proved.method(),
                                                        this::without))));
    }

    private ApiResponse without(WriteResult.Holds holds) {
        return holds.showing(ApiResponse.ok(json.user(UserWrites.in(holds))));
    }
}
