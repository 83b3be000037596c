package io.postrider.automation.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.automation.rules.Explanation;
import io.postrider.domain.automation.Rule;
import io.postrider.domain.automation.RuleVersion;
import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.runs.Run;
import io.postrider.domain.runs.RunCommand.StartRun;
import io.postrider.platform.secrets.SecretBox;
import io.postrider.schemas.Cause;
import io.postrider.schemas.json.Json;
import io.postrider.web.body.BodyReader;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.resource.Creation;
import io.postrider.web.resource.IdGenerator;
import io.postrider.web.resource.ResourceApi;
import io.postrider.web.resource.ResourceCall;
import io.postrider.web.route.ApiRequest;
import java.time.Instant;
import java.util.Optional;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/** Starts runs of rules by hand. */
final class RuleTrigger {

    private static final String TYPE = "manual";

    /** A little less than a run takes of its event, which is more than the data. */
    private static final int DATA_BYTES_MAX = Run.EVENT_BYTES_MAX - (8 << 10);

    private final ResourceApi<Run> runs;
    private final RuleReplica rules;
    private final SecretBox box;

    RuleTrigger(ResourceApi<Run> runs, RuleReplica rules, SecretBox box) {
        this.runs = runs;
        this.rules = rules;
        this.box = box;
    }

    /** The data of the event. */
    static Validated<ObjectNode> data(ApiRequest request) {
        BodyReader fields = request.fields();
        fields.require("data");
        ObjectNode data =
                fields.json("data")
                        .map(given -> {
                            if (given instanceof ObjectNode object) {
                                return object;
                            }
                            fields.fault(
                                    new FieldError("/data", "invalid_type", "Expected an object."));
                            return Json.object();
                        })
                        .orElseGet(Json::object);
        if (data.toString().getBytes(UTF_8).length > DATA_BYTES_MAX) {
            fields.fault(new FieldError("/data", "too_long", "Expected data of at most 120 KiB."));
        }
        return fields.checked(() -> data);
    }

    Mono<ApiResponse> start(ResourceCall<ObjectNode> call) {
        return rules.find(call.workspace(), call.target().id())
                .map(found -> start(call, found))
                .orElseGet(() -> Mono.just(Problem.notFound()));
    }

    private Mono<ApiResponse> start(ResourceCall<ObjectNode> call, Rule rule) {
        return rule.published()
                .map(version ->
                        RuleScopes.objection(version, call.request().principal())
                                .<Mono<ApiResponse>>map(Mono::just)
                                .orElseGet(() -> start(call, rule, version)))
                .orElseGet(() ->
                        Mono.just(
                                Problem.of(
                                        409,
                                        "rule_not_published",
                                        "No version of the rule is published.")));
    }

    private Mono<ApiResponse> start(ResourceCall<ObjectNode> call, Rule rule, RuleVersion version) {
        IdGenerator mint = runs.node().mint();
        Instant now = mint.now();
        String eventId = mint.id(IdKind.EVT, call.idempotency());
        ObjectNode event =
                Json.object()
                        .put("id", eventId)
                        .put("type", TYPE)
                        .put("timestamp", Json.time(now))
                        .put("workspace", rule.workspace());
        event.set("data", call.body());
        String id = Run.idOf(eventId, rule.id());
        Cause cause = call.request().principal().actor().cause();
        int depth = cause == null ? 1 : cause.depth() + 1;
        if (depth > Explanation.DEPTH_MAX) {
            return Mono.just(
                    Problem.of(
                            409,
                            "run_loop",
                            "More than " + Explanation.DEPTH_MAX + " runs triggered one another."));
        }
        return box.seal(rule.workspace(), Run.purpose(id), event.toString())
                .map(sealed ->
                        new StartRun(
                                Run.begun(
                                        id,
                                        rule.workspace(),
                                        rule.id(),
                                        version.number(),
                                        eventId,
                                        TYPE,
                                        sealed,
                                        depth,
                                        now)))
                .map(command ->
                        runs.createdAs(
                                call.request(),
                                id,
                                new Creation(command, Optional.empty()),
                                call.idempotency()))
                .orElseGet(() -> Mono.just(Problem.secretsUnavailable()));
    }
}
