package io.postrider.messaging.api;

import io.postrider.domain.instances.Instance;
import io.postrider.domain.instances.InstanceCommand.UpdateInstance;
import io.postrider.domain.instances.InstancePatch;
import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.messages.Message;
import io.postrider.schemas.Context;
import io.postrider.schemas.Idempotency;
import io.postrider.schemas.json.Json;
import io.postrider.schemas.json.WhatsAppCall;
import io.postrider.web.body.BodyReader;
import io.postrider.web.body.TextRule;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.AppendProblems;
import io.postrider.web.problem.Validated;
import io.postrider.web.resource.CommandRequest;
import io.postrider.web.resource.ResourceApi;
import io.postrider.web.resource.ResourceApis;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.route.ApiRoute;
import io.postrider.web.route.ApiRoutes;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/** Acts as the other side of an instance of the sandbox. */
final class SandboxRoutes implements ApiRoutes {

    private static final TextRule NAME = TextRule.line(1, 100);
    private static final TextRule TYPE = TextRule.line(1, 40);
    private static final TextRule ID = TextRule.line(1, 200);

    private static final long ADVANCE_MAX = Duration.ofDays(366).toSeconds();

    private final ResourceApis node;
    private final ResourceApi<Instance> instanceApi;
    private final InstanceReplica instances;
    private final CallbackLog log;
    private final InstantSource clock;

    SandboxRoutes(
            ResourceApis node,
            ResourceApi<Instance> instanceApi,
            InstanceReplica instances,
            CallbackLog log,
            InstantSource clock) {
        this.node = node;
        this.instanceApi = instanceApi;
        this.instances = instances;
        this.log = log;
        this.clock = clock;
    }

    /** A message that an instance is to receive. */
    private record Inbound(String instanceId, ObjectNode from, ObjectNode message) {}

    /** A clock that is to go on. */
    private record Advance(String instanceId, long seconds) {}

    @Override
    public List<ApiRoute> routes() {
        return List.of(
                ApiRoute.post("/api/v1/sandbox/advance")
                        .scope("instances:write")
                        .to(request ->
                                advance(request.fields())
                                        .answer(advance ->
                                                node.writes()
                                                        .once(
                                                                request,
                                                                scope ->
                                                                        advance(
                                                                                        request,
                                                                                        advance,
                                                                                        scope)
                                                                                .toFuture()))),
                ApiRoute.post("/api/v1/sandbox/inbound")
                        .scope("instances:write")
                        .to(request ->
                                inbound(request.fields())
                                        .answer(inbound ->
                                                node.writes()
                                                        .once(
                                                                request,
                                                                scope ->
                                                                        receive(
                                                                                        request,
                                                                                        inbound,
                                                                                        scope)
                                                                                .toFuture()))));
    }

    private static Validated<Inbound> inbound(BodyReader fields) {
        String instance = MessageFields.id(fields, "instance_id", IdKind.INST);
        fields.require("from");
        ObjectNode from = fields.object("from", SandboxRoutes::from).orElseGet(Json::object);
        String type = fields.requiredText("type", TYPE);
        ObjectNode message = ContentFields.read(fields, type).put("type", type);
        fields.object(
                        "context",
                        context -> Json.object().put("id", context.requiredText("provider_id", ID)))
                .ifPresent(context -> message.set("context", context));
        return fields.checked(() -> new Inbound(instance, from, message));
    }

    private static ObjectNode from(BodyReader party) {
        ObjectNode from = MessageFields.address(party);
        party.text("name", NAME).ifPresent(name -> from.put("name", name));
        return from;
    }

    private Mono<ApiResponse> receive(
            ApiRequest request, Inbound inbound, Optional<Idempotency> idempotency) {
        return inSandbox(request, inbound.instanceId())
                .answer(instance -> receive(request, instance, inbound, idempotency));
    }

    private Mono<ApiResponse> receive(
            ApiRequest request,
            Instance instance,
            Inbound inbound,
            Optional<Idempotency> idempotency) {
        // A repeated request brings the same message, which is received once.
        String id = "wamid." + node.mint().id(IdKind.MSG, idempotency);
        ObjectNode call =
                WhatsAppCall.message(
                        instance,
                        inbound.from(),
                        id,
                        instance.now(clock.instant()),
                        inbound.message());
        return Mono.fromCompletionStage(
                        log.append(instance, Json.bytes(call), request.traceparent()))
                .map(result ->
                        AppendProblems.of(result, "The message cannot be stored at the moment.")
                                .<ApiResponse>map(problem -> problem)
                                .orElseGet(() -> ApiResponse.ok(taken(inbound, id)).under(202)));
    }

    private Validated<Instance> inSandbox(ApiRequest request, String id) {
        Optional<Instance> instance = instances.find(request.workspace(), id);
        if (instance.isEmpty()) {
            return Validated.refused(MessageRoutes.unknownInstance());
        }
        return instance.filter(Instance::isSandbox)
                .map(Validated::valid)
                .orElseGet(() ->
                        Validated.refused(
                                new FieldError(
                                        "/instance_id",
                                        "not_a_sandbox",
                                        "Expected an instance of the provider sandbox.")));
    }

    private static Validated<Advance> advance(BodyReader fields) {
        String instance = MessageFields.id(fields, "instance_id", IdKind.INST);
        fields.require("seconds");
        long seconds = fields.number("seconds", 1, ADVANCE_MAX).orElse(0L);
        return fields.checked(() -> new Advance(instance, seconds));
    }

    private Mono<ApiResponse> advance(
            ApiRequest request, Advance advance, Optional<Idempotency> idempotency) {
        return inSandbox(request, advance.instanceId())
                .answer(instance -> {
                    String ahead = Long.toString(instance.clockAhead() + advance.seconds());
                    InstancePatch patch =
                            new InstancePatch(
                                    List.of("config/" + Instance.CLOCK_AHEAD),
                                    null,
                                    Map.of(Instance.CLOCK_AHEAD, ahead),
                                    Map.of(),
                                    Map.of());
                    CommandRequest change =
                            CommandRequest.of(
                                    Context.INSTANCES,
                                    instance.id(),
                                    new UpdateInstance(request.workspace(), patch),
                                    idempotency);
                    return Mono.fromFuture(
                                    node.writes().send(request, change).toCompletableFuture(), true)
                            .map(instanceApi::shown);
                });
    }

    private static ObjectNode taken(Inbound inbound, String providerId) {
        return Json.object()
                .put("object", "sandbox_inbound")
                .put("message_id", Message.receivedId(inbound.instanceId(), providerId))
                .put("provider_id", providerId);
    }
}
