package io.postrider.messaging.api;

import io.postrider.domain.instances.Instance;
import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.messages.Direction;
import io.postrider.domain.messages.Message;
import io.postrider.domain.messages.MessageCommand.CancelMessage;
import io.postrider.domain.messages.MessageCommand.MarkMessageRead;
import io.postrider.domain.messages.MessageCommand.SendMessage;
import io.postrider.domain.messages.MessageStatus;
import io.postrider.messaging.api.MessageFields.NewMessage;
import io.postrider.messaging.api.Recipients.Recipient;
import io.postrider.messaging.api.ServiceWindow.Window;
import io.postrider.platform.reads.QueryNames;
import io.postrider.platform.reads.QueryResult;
import io.postrider.platform.secrets.SecretBox;
import io.postrider.schemas.json.Json;
import io.postrider.web.body.BodyReader;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.resource.Creation;
import io.postrider.web.resource.Queries;
import io.postrider.web.resource.ResourceApi;
import io.postrider.web.resource.ResourceCall;
import io.postrider.web.resource.WriteResult;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.route.ApiRoute;
import io.postrider.web.route.ApiRoutes;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The operations on messages. */
final class MessageRoutes implements ApiRoutes {

    static final String PATH = "/api/v1/messages";

    /** A value that is not the id of any contact. */
    private static final String NO_CONTACT = "-";

    /** The members of a message that say nothing of its content. */
    private static final List<String> STATE =
            List.of(
                    "id",
                    "object",
                    "instance_id",
                    "direction",
                    "type",
                    "status",
                    "contact_id",
                    "provider_id",
                    "receipts",
                    "reply_to",
                    "schedule_at",
                    "expires_at",
                    "version",
                    "created_at",
                    "updated_at");

    private final ResourceApi<Message> api;
    private final Recipients recipients;
    private final ContactLookup contacts;
    private final ShortenLinks shortening;
    private final MessageReferences references;
    private final MediaReferences media;
    private final StoredTemplates templates;
    private final ServiceWindow windows;
    private final SendQueue queue;
    private final InstanceReplica instances;
    private final SecretBox box;
    private final InstantSource clock;

    MessageRoutes(
            ResourceApi<Message> api,
            InstanceReplica instances,
            SecretBox box,
            Recipients recipients,
            ContactLookup contacts,
            ShortenLinks shortening,
            InstantSource clock) {
        this.api = api;
        this.recipients = recipients;
        this.shortening = shortening;
        this.references = new MessageReferences(api.node().queries());
        this.media = new MediaReferences(api.node().queries());
        this.templates = new StoredTemplates(api.node().queries());
        this.queue = new SendQueue(api.node().queries(), contacts);
        this.windows = new ServiceWindow(api.node().queries(), contacts, clock);
        this.contacts = contacts;
        this.instances = instances;
        this.box = box;
        this.clock = clock;
    }

    @Override
    public List<ApiRoute> routes() {
        return List.of(
                api.acceptOrTry(
                        request -> MessageFields.send(request.fields(), clock.instant()),
                        this::complete,
                        this::creation,
                        this::checked),
                api.list(
                        this::list,
                        "limit",
                        "cursor",
                        "instance_id",
                        "contact_id",
                        "status",
                        "direction"),
                api.get("message"),
                api.getBy("explain", this::explain),
                api.actionBy(
                        "read",
                        request -> {
                            BodyReader fields = request.fields();
                            boolean typing = fields.flag("typing").orElse(false);
                            return fields.checked(() -> typing);
                        },
                        call ->
                                api.send(call, new MarkMessageRead(call.workspace(), call.body()))
                                        .map(written -> shown(call, written))),
                api.actionBy(
                        "cancel",
                        request -> request.fields().checked(() -> request),
                        call ->
                                api.send(call, new CancelMessage(call.workspace()))
                                        .map(written -> shown(call, written))));
    }

    /** A key without the scopes of messages gets the status of a message, and not its content. */
    private ApiResponse shown(ResourceCall<?> call, WriteResult written) {
        return call.request().principal().may(api.readScope())
                ? api.shown(written)
                : written.answer(holds -> {
                    ObjectNode state = api.json(holds).retain(STATE);
                    return holds.showing(ApiResponse.ok(state.set("metadata", Json.object())));
                });
    }

    /** The messages of a contact are those too of the contacts that were merged into it. */
    private Mono<ApiResponse> list(ApiRequest request) {
        Queries queries = api.node().queries();
        return request.parameter("contact_id")
                .map(contact ->
                        (Id.isA(IdKind.CTC, contact)
                                        ? contacts.ids(request, contact)
                                        : Mono.just(Validated.valid(NO_CONTACT)))
                                .flatMap(found ->
                                        found.answer(ids ->
                                                queries.list(
                                                        request,
                                                        "messages",
                                                        Map.of("contact_id", ids)))))
                .orElseGet(() -> queries.list(request, "messages", Map.of()));
    }

    private Mono<Validated<NewMessage>> complete(ApiRequest request, NewMessage wanted, String id) {
        String group = wanted.to().path("group_id").asString("");
        Mono<Validated<Recipient>> recipient =
                group.isEmpty()
                        ? recipients.resolve(
                                request,
                                wanted.to(),
                                wanted.to().has("contact_id") ? "/to/contact_id" : "/to")
                        : recipients.group(request, group, wanted.instanceId(), "/to/group_id");
        return recipient.flatMap(found ->
                found.thenLater(to ->
                        templates
                                .complete(
                                        request,
                                        wanted.to(to.address(), to.contactId()),
                                        to.wantsMarketing())
                                .flatMap(whole ->
                                        whole.thenLater(one -> completeFor(request, one, id)))));
    }

    private Mono<Validated<NewMessage>> completeFor(
            ApiRequest request, NewMessage wanted, String id) {
        return instances
                .find(request.workspace(), wanted.instanceId())
                .map(found -> completeFor(request, wanted, id, found))
                .orElseGet(() -> Mono.just(Validated.refused(unknownInstance())));
    }

    private Mono<Validated<NewMessage>> completeFor(
            ApiRequest request, NewMessage wanted, String id, Instance instance) {
        return windows.of(request, instance, wanted.contactId())
                .map(found -> found.then(window -> within(window, wanted)))
                .flatMap(found -> found.thenLater(whole -> references.complete(request, whole)))
                .flatMap(found -> found.thenLater(whole -> media.complete(request, whole)))
                .flatMap(
                        found -> found.thenLater(whole -> shortening.complete(request, whole, id)));
    }

    private static Validated<NewMessage> within(Window window, NewMessage wanted) {
        return window.refusal(wanted.type())
                .<Validated<NewMessage>>map(Validated::refused)
                .orElseGet(() -> Validated.valid(wanted));
    }

    /** The answer to a message that would be accepted. */
    private Mono<ApiResponse> checked(ApiRequest request, NewMessage wanted) {
        Instance instance = instances.find(request.workspace(), wanted.instanceId()).orElseThrow();
        return windows.of(request, instance, wanted.contactId())
                .flatMap(found ->
                        found.answer(window -> {
                            ObjectNode shown =
                                    Json.object()
                                            .put("object", "message_check")
                                            .put("accepted", true)
                                            .put("instance_id", wanted.instanceId())
                                            .put("instance_state", instance.state().label())
                                            .put("type", wanted.type())
                                            .put("contact_id", wanted.contactId());
                            shown.set("to", wanted.to());
                            shown.set("window", window.json());
                            return Mono.just(ApiResponse.ok(shown));
                        }));
    }

    private Mono<ApiResponse> explain(ApiRequest request, JsonNode message) {
        String id = message.path("instance_id").asString("");
        Optional<Instance> instance = instances.find(request.workspace(), id);
        Instant now = clock.instant();
        Map<String, String> asked = Map.of("id", message.path("id").asString(""));
        Mono<Validated<Window>> window =
                windows.of(
                        request,
                        instance.orElseGet(() -> Instance.blank(id, "", "", "", now)),
                        message.path("contact_id").asStringOpt().orElse(null));
        Mono<Validated<QueryResult.Found>> attempts =
                api.node().queries().foundNow(request, QueryNames.SEND_ATTEMPTS, asked);
        return Mono.zip(window, attempts, queue.of(request, message))
                .flatMap(found ->
                        found.getT1()
                                .then(open ->
                                        found.getT2()
                                                .then(page ->
                                                        found.getT3()
                                                                .then(place ->
                                                                        Validated.valid(
                                                                                MessageExplanation
                                                                                        .of(
                                                                                                message,
                                                                                                instance,
                                                                                                open,
                                                                                                page.body()
                                                                                                        .path(
                                                                                                                "data"),
                                                                                                place,
                                                                                                now)))))
                                .answer(shown -> Mono.just(ApiResponse.ok(shown))));
    }

    private Validated<Creation> creation(
            ApiRequest request, NewMessage wanted, String id, Instant now) {
        String workspace = request.workspace();
        ObjectNode content = Json.object();
        content.set("to", wanted.to());
        content.setAll(wanted.content());
        return box.seal(workspace, Message.purpose(id), content.toString())
                .map(sealed ->
                        Creation.of(new SendMessage(message(workspace, wanted, id, sealed, now))))
                .orElseGet(() -> Validated.refused(Problem.secretsUnavailable()));
    }

    static Problem unknownInstance() {
        return Problem.invalid(
                new FieldError(
                        "/instance_id",
                        "unknown_instance",
                        "The workspace has no instance with this ID."));
    }

    private static Message message(
            String workspace, NewMessage wanted, String id, String sealed, Instant now) {
        return new Message(
                id,
                workspace,
                wanted.instanceId(),
                Direction.OUTBOUND,
                wanted.type(),
                wanted.contactId(),
                sealed,
                MessageStatus.ACCEPTED,
                null,
                List.of(),
                wanted.replyTo(),
                wanted.scheduleAt(),
                wanted.expiresAt(),
                wanted.metadata(),
                now,
                now);
    }
}
