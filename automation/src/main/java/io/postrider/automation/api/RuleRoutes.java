package io.postrider.automation.api;

import io.postrider.domain.automation.Rule;
import io.postrider.domain.automation.RuleCommand.CreateRule;
import io.postrider.domain.automation.RuleCommand.DeleteRule;
import io.postrider.domain.automation.RuleCommand.PauseRule;
import io.postrider.domain.automation.RuleCommand.PublishRule;
import io.postrider.domain.automation.RuleCommand.ResumeRule;
import io.postrider.domain.automation.RuleCommand.UpdateRule;
import io.postrider.domain.automation.RulePatch;
import io.postrider.domain.automation.RuleVersion;
import io.postrider.platform.meters.Bounds;
import io.postrider.schemas.json.Json;
import io.postrider.schemas.json.Rendering;
import io.postrider.schemas.json.RuleJson;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.resource.Creation;
import io.postrider.web.resource.ResourceApi;
import io.postrider.web.resource.ResourceCall;
import io.postrider.web.resource.ResourceLimit;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.route.ApiRoute;
import io.postrider.web.route.ApiRoutes;
import io.postrider.web.route.Principal;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The operations on rules. */
final class RuleRoutes implements ApiRoutes {

    static final String PATH = "/api/v1/automation/rules";

    private final ResourceApi<Rule> api;
    private final RuleReplica rules;
    private final RuleTrigger trigger;
    private final RuleTestRunner trials;
    private final RuleSecrets secrets;
    private final ResourceLimit bound;

    RuleRoutes(
            ResourceApi<Rule> api,
            RuleReplica rules,
            RuleTrigger trigger,
            RuleSecrets secrets,
            ResourceLimit bound) {
        this.api = api.matching();
        this.rules = rules;
        this.trigger = trigger;
        this.trials = new RuleTestRunner(api, rules);
        this.secrets = secrets;
        this.bound = bound;
    }

    /** Shows how many tests of rules wait or run. */
    void show(Bounds bounds) {
        trials.show(bounds);
    }

    @Override
    public List<ApiRoute> routes() {
        return List.of(
                api.create(request -> RuleFields.create(request.fields()), bound, this::creation),
                api.list("rules"),
                api.get("rule"),
                api.updateBy(this::patch, this::update),
                api.delete(DeleteRule::new),
                api.about("versions", this::versions),
                api.about("scopes", this::scopes),
                api.matchedAction(
                        "publish",
                        request -> request.fields().checked(Optional::<Long>empty),
                        this::publish),
                api.matchedAction("rollback", RuleRoutes::version, this::publish),
                api.action("pause", workspace -> new PauseRule(workspace, null, null)),
                api.actionBy(
                        "resume", request -> request.fields().checked(() -> request), this::resume),
                api.actionBy("trigger", RuleTrigger::data, trigger::start),
                api.actionBy("explain", RuleTestRunner::named, trials::explain),
                api.actionBy("test", RuleTestRunner::namedOrGiven, trials::test));
    }

    private Validated<Creation> creation(
            ApiRequest request, RulePatch wanted, String id, Instant now) {
        Rule blank = Rule.blank(id, request.workspace(), now);
        return secrets.sealed(blank, wanted)
                .then(patch -> Creation.of(new CreateRule(patch.applyTo(blank, now))));
    }

    private Validated<RulePatch> patch(ApiRequest request) {
        return found(request)
                .<Validated<RulePatch>>map(rule ->
                        RuleFields.update(request.fields(), rule)
                                .then(patch -> secrets.sealed(rule, patch)))
                .orElseGet(() -> Validated.refused(Problem.notFound()));
    }

    private Optional<Rule> found(ApiRequest request) {
        return rules.find(request.workspace(), request.variable("id"));
    }

    private Mono<ApiResponse> update(ResourceCall<RulePatch> call) {
        return api.send(call, new UpdateRule(call.workspace(), call.body())).map(api::shown);
    }

    private ApiResponse versions(ApiRequest request, String id) {
        return rules.find(request.workspace(), id)
                .<ApiResponse>map(rule -> ApiResponse.ok(versions(rule, api.node().rendering())))
                .orElseGet(Problem::notFound);
    }

    private static ObjectNode versions(Rule rule, Rendering rendering) {
        ObjectNode list = Json.object().put("object", "list");
        ArrayNode data = list.putArray("data");
        rule.versions().forEach(version -> data.add(RuleJson.of(rule, version, rendering)));
        return list.put("has_more", false).putNull("next_cursor");
    }

    private static Validated<Optional<Long>> version(ApiRequest request) {
        var fields = request.fields();
        fields.require("version");
        Optional<Long> version = fields.number("version", 1, Integer.MAX_VALUE);
        return fields.checked(() -> version);
    }

    private ApiResponse scopes(ApiRequest request, String id) {
        return rules.find(request.workspace(), id)
                .<ApiResponse>map(rule ->
                        ApiResponse.ok(RuleScopes.of(rule.draft(), request.principal()).json()))
                .orElseGet(Problem::notFound);
    }

    /** The draft, or the version of the body, is read here to know the scopes that it needs; If-Match holds it to that. */
    private Mono<ApiResponse> publish(ResourceCall<Optional<Long>> call) {
        return rules.find(call.workspace(), call.target().id())
                .map(found -> publish(call, found))
                .orElseGet(() -> Mono.just(Problem.notFound()));
    }

    private Mono<ApiResponse> publish(ResourceCall<Optional<Long>> call, Rule rule) {
        Integer number = call.body().map(Math::toIntExact).orElse(null);
        Optional<String> definition =
                number == null
                        ? Optional.of(rule.draft())
                        : rule.version(number).map(RuleVersion::definition);
        Principal publisher = call.request().principal();
        RuleScopes scopes =
                definition
                        .map(text -> RuleScopes.of(text, publisher))
                        .orElseGet(() -> new RuleScopes(List.of(), List.of()));
        return scopes.objection(publisher)
                .<Mono<ApiResponse>>map(Mono::just)
                .orElseGet(() ->
                        api.send(
                                        call,
                                        new PublishRule(
                                                call.workspace(),
                                                number,
                                                scopes.needed(),
                                                publisher.id()))
                                .map(api::shown));
    }

    /** Resuming a rule requires the same scopes as publishing it. */
    private Mono<ApiResponse> resume(ResourceCall<ApiRequest> call) {
        return rules.find(call.workspace(), call.target().id())
                .flatMap(Rule::published)
                .flatMap(version -> RuleScopes.objection(version, call.request().principal()))
                .<Mono<ApiResponse>>map(Mono::just)
                .orElseGet(() ->
                        api.send(call, new ResumeRule(call.workspace(), null)).map(api::shown));
    }
}
