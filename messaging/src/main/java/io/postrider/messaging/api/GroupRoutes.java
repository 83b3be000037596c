package io.postrider.messaging.api;

import io.postrider.domain.contacts.PhoneNumber;
import io.postrider.domain.groups.Group;
import io.postrider.domain.groups.GroupCommand.AddParticipants;
import io.postrider.domain.groups.GroupCommand.CreateGroup;
import io.postrider.domain.groups.GroupCommand.DeleteGroup;
import io.postrider.domain.groups.GroupCommand.RemoveParticipants;
import io.postrider.domain.groups.GroupCommand.RenewInviteLink;
import io.postrider.domain.groups.GroupCommand.UpdateGroup;
import io.postrider.domain.groups.GroupState;
import io.postrider.domain.groups.Participant;
import io.postrider.domain.groups.Participant.ParticipantState;
import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.messaging.api.Recipients.Recipient;
import io.postrider.platform.secrets.SecretBox;
import io.postrider.schemas.json.Json;
import io.postrider.web.body.BodyReader;
import io.postrider.web.body.TextRule;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.resource.Creation;
import io.postrider.web.resource.ResourceApi;
import io.postrider.web.resource.ResourceCall;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.route.ApiRoute;
import io.postrider.web.route.ApiRoutes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/** The operations on groups. */
final class GroupRoutes implements ApiRoutes {

    static final String PATH = "/api/v1/groups";

    private static final TextRule SUBJECT = TextRule.line(1, 128);
    private static final TextRule DESCRIPTION = TextRule.lines(1, 2_048);
    private static final TextRule PARTICIPANT = TextRule.line(1, 40);
    private static final String PARTICIPANTS = "participants";

    private final ResourceApi<Group> api;
    private final InstanceReplica instances;
    private final Recipients recipients;
    private final SecretBox box;

    GroupRoutes(
            ResourceApi<Group> api,
            InstanceReplica instances,
            Recipients recipients,
            SecretBox box) {
        this.api = api;
        this.instances = instances;
        this.recipients = recipients;
        this.box = box;
    }

    /**
     * The body of a creation.
     *
     * @param asked the participants as they are given: a contact or a number each
     * @param found the contacts of the participants; empty until they are found
     */
    private record NewGroup(
            String instanceId,
            String subject,
            @Nullable String description,
            List<ObjectNode> asked,
            List<Recipient> found) {}

    private record GroupChange(@Nullable String subject, @Nullable String description) {}

    @Override
    public List<ApiRoute> routes() {
        return List.of(
                api.accept(
                        request -> create(request.fields()),
                        (request, wanted, _) -> complete(request, wanted),
                        this::creation),
                api.list("groups"),
                api.get("group"),
                api.updateBy(request -> update(request.fields()), this::update),
                api.delete(DeleteGroup::new),
                api.actionBy("participants", request -> participants(request.fields()), this::add),
                api.deleteNamed(
                        "participants",
                        request -> contacts(request.fields()),
                        call ->
                                api.send(
                                                call,
                                                new RemoveParticipants(
                                                        call.workspace(), call.body()))
                                        .map(api::shown)),
                api.action("invite-link", RenewInviteLink::new),
                api.action("leave", DeleteGroup::new));
    }

    private static Validated<NewGroup> create(BodyReader fields) {
        String instance = MessageFields.id(fields, "instance_id", IdKind.INST);
        String subject = fields.requiredText("subject", SUBJECT);
        String description = fields.text("description", DESCRIPTION).orElse(null);
        List<ObjectNode> asked = asked(fields);
        return fields.checked(() -> new NewGroup(instance, subject, description, asked, List.of()));
    }

    private static Validated<GroupChange> update(BodyReader fields) {
        fields.notNull("subject", "description");
        String subject = fields.text("subject", SUBJECT).orElse(null);
        String description = fields.text("description", DESCRIPTION).orElse(null);
        return fields.checked(() -> new GroupChange(subject, description));
    }

    private static Validated<List<ObjectNode>> participants(BodyReader fields) {
        ContentFields.requireEntries(fields, PARTICIPANTS);
        List<ObjectNode> asked = asked(fields);
        return fields.checked(() -> asked);
    }

    private static Validated<List<String>> contacts(BodyReader fields) {
        ContentFields.requireEntries(fields, PARTICIPANTS);
        List<String> given = fields.texts(PARTICIPANTS, Group.PARTICIPANTS_MAX, PARTICIPANT);
        for (int i = 0; i < given.size(); i++) {
            if (!Id.isA(IdKind.CTC, given.get(i))) {
                ContentFields.fault(
                        fields,
                        "/" + PARTICIPANTS + "/" + i,
                        "wrong_id_type",
                        "Expected an ID that begins with ctc_.");
            }
        }
        return fields.checked(() -> given);
    }

    private static List<ObjectNode> asked(BodyReader fields) {
        List<String> given = fields.texts(PARTICIPANTS, Group.PARTICIPANTS_MAX, PARTICIPANT);
        return IntStream.range(0, given.size())
                .mapToObj(i -> asked(fields, i, given.get(i)))
                .toList();
    }

    private static ObjectNode asked(BodyReader fields, int place, String text) {
        if (Id.isA(IdKind.CTC, text)) {
            return Json.object().put("contact_id", text);
        }
        Optional<String> phone = PhoneNumber.parse(text);
        if (phone.isEmpty()) {
            ContentFields.fault(
                    fields,
                    "/" + PARTICIPANTS + "/" + place,
                    "invalid_participant",
                    "Expected the ID of a contact, or an international number with +.");
        }
        return Json.object().put("phone", phone.orElse(text));
    }

    private Mono<Validated<NewGroup>> complete(ApiRequest request, NewGroup wanted) {
        return found(request, wanted.asked())
                .map(found ->
                        found.then(contacts ->
                                Validated.valid(
                                        new NewGroup(
                                                wanted.instanceId(),
                                                wanted.subject(),
                                                wanted.description(),
                                                wanted.asked(),
                                                contacts))));
    }

    private Mono<Validated<List<Recipient>>> found(ApiRequest request, List<ObjectNode> asked) {
        return Flux.range(0, asked.size())
                .concatMap(i ->
                        recipients.resolve(request, asked.get(i), "/" + PARTICIPANTS + "/" + i))
                .collectList()
                .map(Validated::all);
    }

    private Validated<Creation> creation(
            ApiRequest request, NewGroup wanted, String id, Instant now) {
        String workspace = request.workspace();
        if (instances.find(workspace, wanted.instanceId()).isEmpty()) {
            return Validated.refused(MessageRoutes.unknownInstance());
        }
        return sealed(workspace, id, "subject", wanted.subject())
                .map(subject ->
                        Creation.of(
                                new CreateGroup(
                                        new Group(
                                                id,
                                                workspace,
                                                wanted.instanceId(),
                                                subject,
                                                sealed(
                                                                workspace,
                                                                id,
                                                                "description",
                                                                wanted.description())
                                                        .orElse(null),
                                                participants(workspace, id, wanted.found()),
                                                GroupState.REQUESTED,
                                                null,
                                                null,
                                                null,
                                                now,
                                                now))))
                .orElseGet(() -> Validated.refused(Problem.secretsUnavailable()));
    }

    private Optional<String> sealed(
            String workspace, String id, String part, @Nullable String text) {
        return Optional.ofNullable(text)
                .flatMap(plain -> box.seal(workspace, Group.purpose(id, part), plain));
    }

    private List<Participant> participants(String workspace, String id, List<Recipient> found) {
        List<Participant> all = new ArrayList<>();
        for (Recipient recipient : found) {
            String contact = recipient.contactId();
            ObjectNode address = recipient.address();
            String user = address.path("phone").asString(address.path("user_id").asString(""));
            if (contact != null) {
                all.add(
                        new Participant(
                                contact,
                                sealed(workspace, id, "participants/" + contact, user).orElse(null),
                                ParticipantState.ADDING));
            }
        }
        return all;
    }

    private Mono<ApiResponse> update(ResourceCall<GroupChange> call) {
        String workspace = call.workspace();
        String id = call.target().id();
        GroupChange change = call.body();
        Optional<String> subject = sealed(workspace, id, "subject", change.subject());
        Optional<String> description = sealed(workspace, id, "description", change.description());
        boolean lacksKey =
                (change.subject() != null && subject.isEmpty())
                        || (change.description() != null && description.isEmpty());
        return lacksKey
                ? Mono.just(Problem.secretsUnavailable())
                : api.send(
                                call,
                                new UpdateGroup(
                                        workspace, subject.orElse(null), description.orElse(null)))
                        .map(api::shown);
    }

    private Mono<ApiResponse> add(ResourceCall<List<ObjectNode>> call) {
        return found(call.request(), call.body())
                .flatMap(found ->
                        found.answer(contacts ->
                                api.send(
                                                call,
                                                new AddParticipants(
                                                        call.workspace(),
                                                        participants(
                                                                call.workspace(),
                                                                call.target().id(),
                                                                contacts)))
                                        .map(api::shown)));
    }
}
