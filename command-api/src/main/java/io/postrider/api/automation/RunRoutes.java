package io.postrider.api.automation;

import io.postrider.api.http.Answer;
import io.postrider.api.http.ApiRequest;
import io.postrider.api.http.ApiRoute;
import io.postrider.api.http.ApiRoutes;
import io.postrider.api.http.Call;
import io.postrider.api.http.Checked;
import io.postrider.api.http.Fields;
import io.postrider.api.http.ResourceApi;
import io.postrider.api.http.TextRule;
import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.runs.Run;
import io.postrider.domain.runs.RunCommand.CancelRun;
import io.postrider.domain.runs.RunCommand.RetryRun;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/** The operations on runs. */
final class RunRoutes implements ApiRoutes {

    static final String PATH = "/api/v1/automation/runs";

    private static final TextRule FROM = TextRule.line(1, 40);
    private static final String START = "start";
    private static final String FAILED_STEP = "failed_step";

    private final ResourceApi<Run> api;
    private final RuleTable rules;

    RunRoutes(ResourceApi<Run> api, RuleTable rules) {
        this.api = api;
        this.rules = rules;
    }

    @Override
    public List<ApiRoute> routes() {
        return List.of(
                api.list("runs"),
                api.get("run"),
                api.actionBy(
                        "cancel", request -> request.fields().checked(() -> request), this::cancel),
                api.actionBy("retry", RunRoutes::fromStart, this::retry));
    }

    private static Checked<Boolean> fromStart(ApiRequest request) {
        Fields fields = request.fields();
        String from = fields.text("from", FROM).orElse(FAILED_STEP);
        if (!from.equals(START) && !from.equals(FAILED_STEP)) {
            fields.fault(
                    new FieldError(
                            "/from", "invalid_value", "Expected " + FAILED_STEP + " or start."));
        }
        return fields.checked(() -> from.equals(START));
    }

    private Mono<Answer> cancel(Call<ApiRequest> call) {
        return readable(call, _ -> api.send(call, new CancelRun(call.workspace())).map(api::shown));
    }

    /** The rule acts again, with its scopes. */
    private Mono<Answer> retry(Call<Boolean> call) {
        RetryRun command = new RetryRun(call.workspace(), call.body());
        return readable(
                call,
                run ->
                        RuleScopes.objection(rules, run, call.request().principal())
                                .<Mono<Answer>>map(Mono::just)
                                .orElseGet(() -> api.send(call, command).map(api::shown)));
    }

    /** A run that the caller may not read is one that does not exist. */
    private Mono<Answer> readable(Call<?> call, Function<ObjectNode, Mono<Answer>> work) {
        return api.node()
                .queries()
                .found(call.request(), "run", Map.of("id", call.target().id()))
                .flatMap(found -> found.answer(run -> work.apply(run.body())));
    }
}
