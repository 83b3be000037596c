package io.postrider.api.messaging;

import io.postrider.api.http.Answer;
import io.postrider.api.http.ApiRequest;
import io.postrider.api.http.ApiRoute;
import io.postrider.api.http.ApiRoutes;
import io.postrider.api.http.Checked;
import io.postrider.api.http.Fields;
import io.postrider.api.http.Problem;
import io.postrider.api.http.ResourceApis;
import io.postrider.api.http.TextRule;
import io.postrider.domain.instances.Instance;
import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.messages.Message;
import io.postrider.schemas.Idempotency;
import io.postrider.schemas.json.Json;
import io.postrider.schemas.json.WhatsAppCall;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/** Acts as the other side of an instance of the sandbox. */
final class SandboxRoutes implements ApiRoutes {

    private static final TextRule NAME = TextRule.line(1, 100);
    private static final TextRule TYPE = TextRule.line(1, 40);
    private static final TextRule ID = TextRule.line(1, 200);

    private final ResourceApis node;
    private final InstanceTable instances;
    private final CallbackLog log;
    private final InstantSource clock;

    SandboxRoutes(
            ResourceApis node, InstanceTable instances, CallbackLog log, InstantSource clock) {
        this.node = node;
        this.instances = instances;
        this.log = log;
        this.clock = clock;
    }

    /** A message that an instance is to receive. */
    private record Inbound(String instanceId, ObjectNode from, ObjectNode message) {}

    @Override
    public List<ApiRoute> routes() {
        return List.of(
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

    private static Checked<Inbound> inbound(Fields fields) {
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

    private static ObjectNode from(Fields party) {
        ObjectNode from = MessageFields.address(party);
        party.text("name", NAME).ifPresent(name -> from.put("name", name));
        return from;
    }

    private Mono<Answer> receive(
            ApiRequest request, Inbound inbound, Optional<Idempotency> idempotency) {
        Optional<Instance> instance = instances.find(request.workspace(), inbound.instanceId());
        if (instance.isEmpty()) {
            return Mono.just(MessageRoutes.unknownInstance());
        }
        if (!instance.get().isSandbox()) {
            return Mono.just(
                    Problem.invalid(
                            List.of(
                                    new FieldError(
                                            "/instance_id",
                                            "not_a_sandbox",
                                            "The provider of the instance is not the sandbox."))));
        }
        // A repeated request brings the same message, which is received once.
        String id = "wamid." + node.mint().id(IdKind.MSG, idempotency);
        ObjectNode call =
                WhatsAppCall.message(
                        instance.get(), inbound.from(), id, clock.instant(), inbound.message());
        return Mono.fromCompletionStage(log.append(instance.get(), Json.bytes(call)))
                .map(written ->
                        written
                                ? Answer.ok(taken(inbound, id)).under(202)
                                : Problem.unavailable(
                                        "log_unavailable", "The message cannot be kept now."));
    }

    private static ObjectNode taken(Inbound inbound, String providerId) {
        return Json.object()
                .put("object", "sandbox_inbound")
                .put("message_id", Message.receivedId(inbound.instanceId(), providerId))
                .put("provider_id", providerId);
    }
}
