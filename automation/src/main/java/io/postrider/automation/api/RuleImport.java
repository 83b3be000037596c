package io.postrider.automation.api;

import io.postrider.domain.automation.Rule;
import io.postrider.domain.automation.RuleCommand.CreateRule;
import io.postrider.domain.automation.RuleCommand.UpdateRule;
import io.postrider.domain.automation.RulePatch;
import io.postrider.schemas.json.Json;
import io.postrider.schemas.json.RuleJson;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.resource.Creation;
import io.postrider.web.resource.ResourceApi;
import io.postrider.web.resource.ResourceLimit;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.route.ApiRoute;
import io.postrider.web.route.ApiRoutes;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Puts rules by the names that callers give them, and exports them in the same form, so that they can live in git. */
final class RuleImport implements ApiRoutes {

    private static final int NAME_LENGTH_MAX = 255;

    private final ResourceApi<Rule> api;
    private final RuleReplica rules;
    private final RuleSecrets secrets;
    private final ResourceLimit bound;

    RuleImport(ResourceApi<Rule> api, RuleReplica rules, RuleSecrets secrets, ResourceLimit bound) {
        this.api = api;
        this.rules = rules;
        this.secrets = secrets;
        this.bound = bound;
    }

    @Override
    public List<ApiRoute> routes() {
        return List.of(
                ApiRoute.put(RuleRoutes.PATH + "/by-external-id/{external_id}")
                        .scope(api.writeScope())
                        .to(this::put),
                ApiRoute.get(RuleRoutes.PATH + "/export").scope(api.readScope()).to(this::export));
    }

    /** The draft becomes the one of the body; a rule that does not exist is created. */
    private Mono<ApiResponse> put(ApiRequest request) {
        String name = request.variable("external_id");
        if (name.length() > NAME_LENGTH_MAX) {
            return Mono.just(Problem.notFound());
        }
        return RuleFields.replacement(request.fields(), name)
                .answer(patch -> put(request, name, patch));
    }

    /** The rule with the name; one without a name is exported, and put again, under its ID. */
    private Rule known(String workspace, String name) {
        String id = api.idOf(workspace, name);
        return rules.find(workspace, id)
                .or(() -> named(workspace, name))
                .or(() -> rules.find(workspace, name))
                .orElseGet(() -> Rule.blank(id, workspace, api.node().mint().now()));
    }

    private Optional<Rule> named(String workspace, String name) {
        return rules.of(workspace).stream()
                .filter(rule -> name.equals(rule.externalId()))
                .findFirst();
    }

    private Mono<ApiResponse> put(ApiRequest request, String name, RulePatch patch) {
        Rule rule = known(request.workspace(), name);
        return secrets.sealed(rule, patch)
                .answer(sealed ->
                        api.put(
                                request,
                                rule.id(),
                                new UpdateRule(request.workspace(), sealed),
                                () -> create(request, name, patch)));
    }

    private Mono<ApiResponse> create(ApiRequest request, String name, RulePatch patch) {
        String id = api.idOf(request.workspace(), name);
        return api.under(id, bound, this::creation).of(request, patch, Optional.empty());
    }

    private Validated<Creation> creation(
            ApiRequest request, RulePatch patch, String id, Instant now) {
        Rule blank = Rule.blank(id, request.workspace(), now);
        return secrets.sealed(blank, patch)
                .then(sealed -> Creation.of(new CreateRule(sealed.applyTo(blank, now))));
    }

    private Mono<ApiResponse> export(ApiRequest request) {
        ObjectNode node = Json.object().put("object", "rule_export");
        ArrayNode data = node.putArray("rules");
        for (Rule rule : rules.of(request.workspace())) {
            ObjectNode one = data.addObject();
            one.put("external_id", rule.externalId() == null ? rule.id() : rule.externalId());
            one.put("name", rule.name());
            one.setAll(RuleJson.draft(rule, api.node().rendering()));
            one.set("metadata", Json.texts(rule.metadata()));
        }
        return Mono.just(ApiResponse.ok(node));
    }
}
