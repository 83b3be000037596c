package io.postrider.automation.api;

import io.postrider.domain.runs.Run;
import io.postrider.domain.runs.RunCommand;
import io.postrider.domain.runs.RunCommand.CancelRun;
import io.postrider.domain.runs.RunCommand.RetryRun;
import io.postrider.platform.reads.QueryResult;
import io.postrider.schemas.json.Json;
import io.postrider.web.body.BodyReader;
import io.postrider.web.body.TextRule;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Validated;
import io.postrider.web.resource.ResourceApi;
import io.postrider.web.resource.WriteResult;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.route.ApiRoute;
import io.postrider.web.route.ApiRoutes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Stops runs, or makes them go on, by a filter: at most 1,000 with a request. */
final class RunsByFilter implements ApiRoutes {

    private static final int RUNS_MAX = 1_000;
    private static final int AT_ONCE = 16;
    private static final TextRule VALUE = TextRule.line(1, 40);

    private final ResourceApi<Run> api;
    private final RuleReplica rules;

    RunsByFilter(ResourceApi<Run> api, RuleReplica rules) {
        this.api = api;
        this.rules = rules;
    }

    private record Wanted(Map<String, String> filter, boolean dryRun) {}

    @Override
    public List<ApiRoute> routes() {
        return List.of(
                route("retry", workspace -> new RetryRun(workspace, false, null)),
                route("cancel", CancelRun::new));
    }

    private ApiRoute route(String name, Function<String, RunCommand> command) {
        return ApiRoute.post(RunRoutes.PATH + "/" + name)
                .scope(api.writeScope())
                .to(request ->
                        wanted(request.fields())
                                .answer(wanted -> change(request, wanted, command)));
    }

    private static Validated<Wanted> wanted(BodyReader fields) {
        Map<String, String> filter = new HashMap<>();
        filter.put("status", fields.requiredText("status", VALUE));
        for (String name : List.of("rule_id", "event_id")) {
            fields.text(name, VALUE).ifPresent(value -> filter.put(name, value));
        }
        boolean dryRun = fields.flag("dry_run").orElse(false);
        return fields.checked(() -> new Wanted(filter, dryRun));
    }

    private Mono<ApiResponse> change(
            ApiRequest request, Wanted wanted, Function<String, RunCommand> command) {
        return page(request, wanted, "")
                .expand(page ->
                        page.path("next_cursor").isString()
                                ? page(request, wanted, page.path("next_cursor").asString(""))
                                : Mono.empty())
                .flatMapIterable(page -> page.path("data").valueStream().toList())
                .filter(run ->
                        !(command.apply(request.workspace()) instanceof RetryRun)
                                || RuleScopes.objection(rules, run, request.principal()).isEmpty())
                .map(run -> run.path("id").asString(""))
                .take(RUNS_MAX)
                .collectList()
                .flatMap(ids ->
                        (wanted.dryRun()
                                        ? Mono.just(0L)
                                        : sent(request, ids, command.apply(request.workspace())))
                                .map(changed -> answer(ids.size(), changed, wanted.dryRun())));
    }

    private Mono<JsonNode> page(ApiRequest request, Wanted wanted, String cursor) {
        Map<String, String> asked = new HashMap<>(wanted.filter());
        asked.put("limit", "100");
        if (!cursor.isEmpty()) {
            asked.put("cursor", cursor);
        }
        return api.node()
                .queries()
                .found(request, "runs", asked)
                .map(found ->
                        found instanceof Validated.Valid<QueryResult.Found>(QueryResult.Found page)
                                ? page.body()
                                : Json.object());
    }

    private Mono<Long> sent(ApiRequest request, List<String> ids, RunCommand command) {
        return Flux.fromIterable(ids)
                .flatMap(id -> api.send(request, id, (Record) command), AT_ONCE)
                .filter(WriteResult.Holds.class::isInstance)
                .count();
    }

    private static ApiResponse answer(int matched, long changed, boolean dryRun) {
        ObjectNode node = Json.object();
        node.put("object", "run_changes");
        node.put("matched", matched);
        node.put("changed", changed);
        node.put("dry_run", dryRun);
        return ApiResponse.ok(node);
    }
}
