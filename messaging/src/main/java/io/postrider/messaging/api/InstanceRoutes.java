package io.postrider.messaging.api;

import io.postrider.domain.groups.Group;
import io.postrider.domain.instances.Instance;
import io.postrider.domain.instances.InstanceCommand.ConnectInstance;
import io.postrider.domain.instances.InstanceCommand.CreateInstance;
import io.postrider.domain.instances.InstanceCommand.DeleteInstance;
import io.postrider.domain.instances.InstanceCommand.LogOutInstance;
import io.postrider.domain.instances.InstanceCommand.PauseInstance;
import io.postrider.domain.instances.InstanceCommand.RestartInstance;
import io.postrider.domain.instances.InstanceCommand.ResumeInstance;
import io.postrider.domain.instances.InstanceCommand.UpdateInstance;
import io.postrider.domain.instances.InstancePatch;
import io.postrider.messaging.api.InstanceFields.NewInstance;
import io.postrider.schemas.json.InstanceJson;
import io.postrider.schemas.json.Json;
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
import java.time.Instant;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/** The operations on instances. */
final class InstanceRoutes implements ApiRoutes {

    static final String PATH = "/api/v1/instances";

    /** The fields of the webhook of a Meta app that an instance reads. */
    private static final List<String> CALLBACK_FIELDS =
            List.of(
                    "messages",
                    "message_template_status_update",
                    "user_preferences",
                    "account_update",
                    "phone_number_quality_update",
                    "group_lifecycle_update",
                    "group_participants_update");

    private final ResourceApi<Instance> api;
    private final InstanceFields fields;
    private final InstanceSecrets secrets;
    private final InstanceReplica table;
    private final ResourceLimit bound;
    private final SandboxDefaults sandbox;

    InstanceRoutes(
            ResourceApi<Instance> api,
            InstanceFields fields,
            InstanceSecrets secrets,
            InstanceReplica table,
            ResourceLimit bound,
            SandboxDefaults sandbox) {
        this.api = api;
        this.fields = fields;
        this.secrets = secrets;
        this.table = table;
        this.bound = bound;
        this.sandbox = sandbox;
    }

    @Override
    public List<ApiRoute> routes() {
        return List.of(
                api.create(request -> fields.create(request.fields()), bound, this::creation),
                api.list("instances"),
                api.get("instance"),
                api.updateBy(request -> fields.update(request.fields()), this::update),
                api.delete(DeleteInstance::new),
                api.action("connect", ConnectInstance::new),
                api.action("pause", PauseInstance::new),
                api.action("resume", ResumeInstance::new),
                api.action("restart", RestartInstance::new),
                api.action("logout", LogOutInstance::new),
                api.about("health", about(InstanceRoutes::health)),
                api.about("pairing", about(this::pairing)),
                api.about("capabilities", about(InstanceRoutes::capabilities)));
    }

    private BiFunction<ApiRequest, String, ApiResponse> about(
            Function<Instance, ObjectNode> shown) {
        return (request, id) ->
                table.find(request.workspace(), id)
                        .<ApiResponse>map(instance -> ApiResponse.ok(shown.apply(instance)))
                        .orElseGet(Problem::notFound);
    }

    private static ObjectNode health(Instance instance) {
        return Json.object()
                .put("object", "instance_health")
                .put("instance_id", instance.id())
                .put("healthy", instance.state().sends())
                .put("state", instance.state().label())
                .put("reason", instance.stateReason())
                .put("since", Json.time(instance.stateSince()));
    }

    /** The values to enter at the provider before it calls; the sandbox needs none. */
    private ObjectNode pairing(Instance instance) {
        return Json.object()
                .put("object", "instance_pairing")
                .put("instance_id", instance.id())
                .put("method", instance.isSandbox() ? "none" : "webhook")
                .put("state", instance.state().label())
                .put(
                        "callback_url",
                        api.node().rendering().baseUrl() + InstanceJson.HOOKS + instance.token())
                .set("callback_fields", Json.texts(CALLBACK_FIELDS));
    }

    private static ObjectNode capabilities(Instance instance) {
        ObjectNode node =
                Json.object()
                        .put("object", "instance_capabilities")
                        .put("instance_id", instance.id())
                        .put("provider", instance.provider());
        node.set("message_types", Json.texts(ContentFields.types()));
        return node.put("replies", true)
                .put("templates", true)
                .put("groups", true)
                .put("group_participants_max", Group.PARTICIPANTS_MAX)
                .put("simulated_inbound", instance.isSandbox());
    }

    private Validated<Creation> creation(
            ApiRequest request, NewInstance wanted, String id, Instant now) {
        String workspace = request.workspace();
        Instance blank = Instance.blank(id, workspace, wanted.provider(), sandbox.text(), now);
        InstancePatch patch = blank.isSandbox() ? sandbox.complete(wanted.patch()) : wanted.patch();
        return secrets.seal(workspace, id, patch)
                .map(sealed -> Creation.of(new CreateInstance(sealed.applyTo(blank, now))))
                .orElseGet(() -> Validated.refused(Problem.secretsUnavailable()));
    }

    private Mono<ApiResponse> update(ResourceCall<InstancePatch> call) {
        String workspace = call.workspace();
        return secrets.seal(workspace, call.target().id(), call.body())
                .map(sealed ->
                        api.send(call, new UpdateInstance(workspace, sealed)).map(api::shown))
                .orElseGet(() -> Mono.just(Problem.secretsUnavailable()));
    }
}
