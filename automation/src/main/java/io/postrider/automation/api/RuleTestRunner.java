package io.postrider.automation.api;

import io.postrider.automation.rules.Explanation;
import io.postrider.automation.rules.RuleDefinition;
import io.postrider.automation.rules.RuleDefinition.Reading;
import io.postrider.automation.rules.RuleDryRun;
import io.postrider.domain.automation.Rule;
import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.runs.Run;
import io.postrider.platform.meters.Bounds;
import io.postrider.platform.reads.QueryNames;
import io.postrider.platform.reads.QueryResult;
import io.postrider.schemas.json.Json;
import io.postrider.schemas.json.RuleJson;
import io.postrider.web.body.BodyReader;
import io.postrider.web.body.TextRule;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.resource.ResourceApi;
import io.postrider.web.resource.ResourceCall;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.route.WorkerPool;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiFunction;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Evaluates rules for events without running them. */
final class RuleTestRunner {

    private static final TextRule ID = TextRule.line(1, 40);

    private static final int THREADS = 2;
    private static final int WAITING_MAX = 50;

    /** Expressions take their time, and are kept from the threads that serve all. */
    private final WorkerPool threads = new WorkerPool("rule-tests", THREADS, WAITING_MAX);

    private final ResourceApi<Rule> api;
    private final RuleReplica rules;

    RuleTestRunner(ResourceApi<Rule> api, RuleReplica rules) {
        this.api = api;
        this.rules = rules;
    }

    /** Shows how many tests wait or run. */
    void show(Bounds bounds) {
        threads.show(bounds, "rule_tests");
    }

    /** The event that a body names or has. */
    record Subject(Optional<String> eventId, Optional<ObjectNode> event) {}

    /** A body that names an event. */
    static Validated<Subject> named(ApiRequest request) {
        BodyReader fields = request.fields();
        fields.require("event_id");
        Optional<String> id = eventId(fields);
        return fields.checked(() -> new Subject(id, Optional.empty()));
    }

    /** A body that names an event or has one. */
    static Validated<Subject> namedOrGiven(ApiRequest request) {
        BodyReader fields = request.fields();
        Optional<String> id = eventId(fields);
        Optional<ObjectNode> event =
                fields.json("event")
                        .flatMap(node -> {
                            if (node instanceof ObjectNode object) {
                                return Optional.of(object);
                            }
                            fields.fault(
                                    new FieldError(
                                            "/event", "invalid_type", "Expected an object."));
                            return Optional.empty();
                        });
        if (fields.json("event_id").isEmpty() && fields.json("event").isEmpty()) {
            fields.fault(new FieldError("/event", "required", "Expected event or event_id."));
        }
        return fields.checked(() -> new Subject(id, event));
    }

    private static Optional<String> eventId(BodyReader fields) {
        Optional<String> id = fields.text("event_id", ID);
        if (id.filter(text -> !Id.isA(IdKind.EVT, text)).isPresent()) {
            fields.fault(
                    new FieldError("/event_id", "invalid_value", "Expected the ID of an event."));
        }
        return id;
    }

    /** The reason why a rule ran for an event, or did not. */
    Mono<ApiResponse> explain(ResourceCall<Subject> call) {
        return with(
                call,
                (rule, event) -> {
                    ObjectNode explanation = Explanation.of(rule, event);
                    String run = Run.idOf(event.path("id").asString(""), rule.id());
                    return api.node()
                            .queries()
                            .found(call.request(), "run", Map.of("id", run))
                            .map(found -> ApiResponse.ok(explanation.set("run", run(found))));
                });
    }

    private static JsonNode run(Validated<QueryResult.Found> found) {
        if (!(found instanceof Validated.Valid<QueryResult.Found>(QueryResult.Found shown))) {
            return Json.mapper().nullNode();
        }
        ObjectNode run = Json.object();
        for (String name : new String[] {"id", "status", "reason"}) {
            run.set(name, shown.body().path(name));
        }
        return run;
    }

    /** The effect that the draft of a rule would have for an event. */
    Mono<ApiResponse> test(ResourceCall<Subject> call) {
        return with(
                call,
                (rule, event) -> {
                    ObjectNode draft = RuleJson.draft(rule, api.node().rendering());
                    String run = api.node().mint().freshId(IdKind.RUN);
                    return threads.<ApiResponse>run(() ->
                                    switch (RuleDefinition.read(draft)) {
                                        case Reading.Read(RuleDefinition definition) ->
                                                ApiResponse.ok(
                                                        RuleDryRun.of(
                                                                definition,
                                                                run,
                                                                event,
                                                                api.node().mint().now()));
                                        case Reading.Faulty(var errors) -> Problem.invalid(errors);
                                    })
                            .onErrorResume(
                                    RejectedExecutionException.class,
                                    _ ->
                                            Mono.just(
                                                    Problem.unavailable(
                                                                    "overloaded",
                                                                    "Too many rule tests are in progress.")
                                                            .retryAfter(1)));
                });
    }

    private Mono<ApiResponse> with(
            ResourceCall<Subject> call, BiFunction<Rule, ObjectNode, Mono<ApiResponse>> work) {
        return rules.find(call.workspace(), call.target().id())
                .map(found -> with(call, found, work))
                .orElseGet(() -> Mono.just(Problem.notFound()));
    }

    private Mono<ApiResponse> with(
            ResourceCall<Subject> call,
            Rule rule,
            BiFunction<Rule, ObjectNode, Mono<ApiResponse>> work) {
        return call.body()
                .event()
                .map(event -> work.apply(rule, event))
                .orElseGet(() ->
                        api.node()
                                .queries()
                                .found(
                                        call.request(),
                                        QueryNames.EVENT,
                                        Map.of("id", call.body().eventId().orElseThrow()))
                                .flatMap(found ->
                                        found.answer(shown -> work.apply(rule, shown.body()))));
    }
}
