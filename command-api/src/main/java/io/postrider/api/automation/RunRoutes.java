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
import reactor.core.publisher.Mono;

/** The operations on runs. */
final class RunRoutes implements ApiRoutes {

    static final String PATH = "/api/v1/automation/runs";

    private static final TextRule FROM = TextRule.line(1, 40);
    private static final String START = "start";
    private static final String FAILED_STEP = "failed_step";

    private final ResourceApi<Run> api;

    RunRoutes(ResourceApi<Run> api) {
        this.api = api;
    }

    @Override
    public List<ApiRoute> routes() {
        return List.of(
                api.list("runs"),
                api.get("run"),
                api.action("cancel", CancelRun::new),
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

    private Mono<Answer> retry(Call<Boolean> call) {
        return api.send(call, new RetryRun(call.workspace(), call.body())).map(api::shown);
    }
}
