package io.postrider.messaging.gateway;

import io.netty.handler.codec.http.HttpMethod;
import io.postrider.domain.groups.Group;
import io.postrider.domain.groups.GroupCommand;
import io.postrider.domain.groups.GroupCommand.RecordGroup;
import io.postrider.domain.groups.GroupCommand.RejectOperation;
import io.postrider.domain.groups.GroupEvent;
import io.postrider.domain.groups.GroupEvent.GroupCreated;
import io.postrider.domain.groups.GroupEvent.GroupDeleted;
import io.postrider.domain.groups.GroupEvent.GroupParticipantsChanged;
import io.postrider.domain.groups.GroupEvent.GroupUpdated;
import io.postrider.domain.groups.GroupOperation;
import io.postrider.domain.groups.GroupState;
import io.postrider.domain.groups.Participant;
import io.postrider.domain.groups.Participant.ParticipantState;
import io.postrider.domain.instances.Instance;
import io.postrider.schemas.Attempt;
import io.postrider.schemas.json.Json;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The calls that follow from changes of groups, and the commands that follow from their outcomes. */
final class Groups {

    static final String PREFIX = "group.";
    static final String REQUEST_ID = "request_id";

    private static final String CREATE = PREFIX + "create";
    private static final String DELETE = PREFIX + "delete";
    private static final String INVITE_LINK = "invite_link";

    private Groups() {}

    /** The kind of call that an event asks for; empty for none. */
    static Optional<String> op(GroupEvent event) {
        return switch (event) {
            case GroupCreated _ -> Optional.of(CREATE);
            case GroupUpdated(_, GroupOperation operation) -> op(operation);
            case GroupParticipantsChanged(_, GroupOperation operation) -> op(operation);
            case GroupDeleted(Group group) ->
                    Optional.of(DELETE).filter(_ -> group.providerId() != null);
        };
    }

    private static Optional<String> op(GroupOperation operation) {
        return operation == GroupOperation.NONE
                ? Optional.empty()
                : Optional.of(PREFIX + operation.name().toLowerCase(Locale.ROOT));
    }

    /** The work of a kind, with all texts as ciphertext. */
    static ObjectNode work(String op, Group group) {
        ObjectNode work = Json.object().put("op", op);
        work.put("group", group.id());
        work.put("provider_id", group.providerId());
        work.put("subject", group.subject());
        work.put("description", group.description());
        ArrayNode participants = work.putArray("participants");
        ParticipantState wanted =
                op.equals(PREFIX + "remove") ? ParticipantState.REMOVING : ParticipantState.ADDING;
        for (Participant each : group.participants()) {
            if (each.state() == wanted && each.address() != null) {
                participants
                        .addObject()
                        .put("contact", each.contactId())
                        .put("address", each.address());
            }
        }
        return work;
    }

    /** The call that does a work; empty where the key of the workspace was destroyed. */
    static Optional<GraphCall> call(
            Instance instance, String workspace, JsonNode work, Secrets secrets) {
        String group = work.path("group").asString("");
        String path = work.path("provider_id").asString("");
        ObjectNode body = Json.object().put("messaging_product", "whatsapp");
        for (String part : new String[] {"subject", "description"}) {
            Optional<String> sealed = work.path(part).asStringOpt();
            Optional<String> text =
                    sealed.flatMap(
                            value -> secrets.text(workspace, Group.purpose(group, part), value));
            if (sealed.isPresent() && text.isEmpty()) {
                return Optional.empty();
            }
            text.ifPresent(value -> body.put(part, value));
        }
        ObjectNode members = Json.object().put("messaging_product", "whatsapp");
        ArrayNode users = members.putArray("participants");
        for (JsonNode each : work.path("participants")) {
            String purpose =
                    Group.purpose(group, "participants/" + each.path("contact").asString(""));
            secrets.text(workspace, purpose, each.path("address").asString(""))
                    .ifPresent(user -> users.addObject().put("user", user));
        }
        return Optional.of(
                switch (work.path("op").asString("")) {
                    case CREATE ->
                            new GraphCall(
                                    HttpMethod.POST,
                                    GraphApi.number(instance) + "/groups",
                                    body.put("join_approval_mode", "auto_approve"),
                                    GraphCall.id("/request_id", REQUEST_ID));
                    case PREFIX + "update" -> GraphCall.of(HttpMethod.POST, path, body);
                    case PREFIX + INVITE_LINK ->
                            new GraphCall(
                                    HttpMethod.POST,
                                    path + "/invite_link",
                                    Json.object().put("messaging_product", "whatsapp"),
                                    GraphCall.id("/invite_link", INVITE_LINK));
                    case PREFIX + "add" ->
                            GraphCall.of(HttpMethod.POST, path + "/participants", members);
                    case PREFIX + "remove" ->
                            GraphCall.of(HttpMethod.DELETE, path + "/participants", members);
                    default -> GraphCall.of(HttpMethod.DELETE, path, null);
                });
    }

    /** Whether an attempt has asked the provider for a group, which tells of it under the id of the request. */
    static boolean isRequested(ProviderCall work, Attempt attempt) {
        return work.op().equals(CREATE) && attempt.outcome().equals(Attempt.DELIVERED);
    }

    /** The command after an attempt; empty where another attempt follows, or the provider tells of it later. */
    static Optional<GroupCommand> recorded(
            ProviderCall work, Attempt attempt, JsonNode told, Secrets secrets) {
        String workspace = attempt.workspace();
        boolean failed =
                attempt.outcome().equals(Attempt.EXHAUSTED)
                        || attempt.outcome().equals(Attempt.UNKNOWN);
        String reason = told.path("detail").asString(String.valueOf(attempt.error()));
        if (failed && work.op().equals(CREATE)) {
            return Optional.of(new RecordGroup(workspace, GroupState.FAILED, reason, null, null));
        }
        if (failed && !work.op().equals(DELETE)) {
            String operation = work.op().substring(PREFIX.length()).toUpperCase(Locale.ROOT);
            return Optional.of(
                    new RejectOperation(workspace, GroupOperation.valueOf(operation), reason));
        }
        return attempt.outcome().equals(Attempt.DELIVERED)
                ? told.path(INVITE_LINK)
                        .asStringOpt()
                        .flatMap(link -> sealedLink(workspace, work.resource(), link, secrets))
                        .map(link -> new RecordGroup(workspace, null, null, null, link))
                : Optional.empty();
    }

    /** The command that records a group as the provider tells of it. */
    static GroupCommand recorded(String workspace, String group, JsonNode told, Secrets secrets) {
        String error =
                told.at("/errors/0/message").asString(told.at("/errors/0/title").asString(""));
        if (!error.isEmpty()) {
            return new RecordGroup(workspace, GroupState.FAILED, error, null, null);
        }
        String link =
                told.path(INVITE_LINK)
                        .asStringOpt()
                        .flatMap(text -> sealedLink(workspace, group, text, secrets))
                        .orElse(null);
        return new RecordGroup(
                workspace, GroupState.ACTIVE, null, told.path("group_id").asString(""), link);
    }

    private static Optional<String> sealedLink(
            String workspace, String group, String link, Secrets secrets) {
        return secrets.sealedText(workspace, Group.purpose(group, INVITE_LINK), link);
    }
}
