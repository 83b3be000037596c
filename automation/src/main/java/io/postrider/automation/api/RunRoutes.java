package io.postrider.automation.api;

import io.postrider.domain.automation.Rule;
import io.postrider.domain.automation.RuleVersion;
import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.runs.Run;
import io.postrider.domain.runs.RunCommand.CancelRun;
import io.postrider.domain.runs.RunCommand.RetryRun;
import io.postrider.web.body.BodyReader;
import io.postrider.web.body.TextRule;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Validated;
import io.postrider.web.resource.ResourceApi;
import io.postrider.web.resource.ResourceCall;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.route.ApiRoute;
import io.postrider.web.route.ApiRoutes;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/** The operations on runs. */
public final class RunRoutes implements ApiRoutes {

    static final String PATH = "/api/v1/automation/runs";

    private static final TextRule WORD = TextRule.line(1, 40);
    private static final String START = "start";
    private static final String FAILED_STEP = "failed_step";
    private static final String SAME = "same";
    private static final String ACTIVE = "active";

    private final ResourceApi<Run> api;
    private final RuleReplica rules;

    RunRoutes(ResourceApi<Run> api, RuleReplica rules) {
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
                api.actionBy("retry", RunRoutes::again, this::retry));
    }

    private record Again(boolean fromStart, boolean byActiveVersion) {}

    private static Validated<Again> again(ApiRequest request) {
        BodyReader fields = request.fields();
        String from = oneOf(fields, "from", FAILED_STEP, START);
        String version = oneOf(fields, "version", SAME, ACTIVE);
        return fields.checked(() -> new Again(from.equals(START), version.equals(ACTIVE)));
    }

    /** A text of two, the first unless the other is given. */
    private static String oneOf(BodyReader fields, String name, String first, String other) {
        String given = fields.text(name, WORD).orElse(first);
        if (!given.equals(first) && !given.equals(other)) {
            fields.fault(
                    new FieldError(
                            "/" + name,
                            "invalid_value",
                            "Expected " + first + " or " + other + "."));
        }
        return given;
    }

    private Mono<ApiResponse> cancel(ResourceCall<ApiRequest> call) {
        return readable(call, _ -> api.send(call, new CancelRun(call.workspace())).map(api::shown));
    }

    /** The rule acts again, with the scopes of the version that runs. */
    private Mono<ApiResponse> retry(ResourceCall<Again> call) {
        return readable(
                call,
                run -> {
                    Optional<Rule> rule = rules.find(run.path("rule_id").asString(""));
                    int version =
                            (call.body().byActiveVersion()
                                            ? rule.flatMap(Rule::published)
                                            : Optional.<RuleVersion>empty())
                                    .map(RuleVersion::number)
                                    .orElse(run.path("rule_version").asInt(0));
                    RetryRun command =
                            new RetryRun(call.workspace(), call.body().fromStart(), version);
                    return rule.flatMap(it -> it.version(version))
                            .flatMap(it -> RuleScopes.objection(it, call.request().principal()))
                            .<Mono<ApiResponse>>map(Mono::just)
                            .orElseGet(() -> api.send(call, command).map(api::shown));
                });
    }

    /** A run that the caller may not read is one that does not exist. */
    private Mono<ApiResponse> readable(
            ResourceCall<?> call, Function<ObjectNode, Mono<ApiResponse>> work) {
        return api.node()
                .queries()
                .found(call.request(), "run", Map.of("id", call.target().id()))
                .flatMap(found -> found.answer(run -> work.apply(run.body())));
    }
}
