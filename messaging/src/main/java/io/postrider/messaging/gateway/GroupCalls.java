package io.postrider.messaging.gateway;

import io.postrider.domain.groups.GroupCommand.DeleteGroup;
import io.postrider.domain.groups.GroupCommand.RecordParticipants;
import io.postrider.domain.groups.Participant;
import io.postrider.domain.groups.Participant.ParticipantState;
import io.postrider.messaging.gateway.CallbackParser.News;
import io.postrider.schemas.Callback;
import io.postrider.schemas.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Turns news about groups into commands to groups and to the contacts of their participants. */
final class GroupCalls {

    private final GroupIds ids;
    private final Secrets secrets;
    private final Commands commands;
    private final Participants contacts;

    /** Sends a command to an aggregate. */
    @FunctionalInterface
    interface Commands {
        void send(Callback call, String aggregate, java.lang.Record command);
    }

    /** Finds the contact of an address, and creates it where it is not known. */
    @FunctionalInterface
    interface Participants {
        Optional<String> of(Callback call, JsonNode address);
    }

    GroupCalls(GroupIds ids, Secrets secrets, Commands commands, Participants contacts) {
        this.ids = ids;
        this.secrets = secrets;
        this.commands = commands;
        this.contacts = contacts;
    }

    void take(Callback call, News.GroupNews news) {
        JsonNode told = news.told();
        if (news.type().equals("group_create")) {
            ids.told(
                            call.workspace(),
                            call.instance(),
                            told.path(Groups.REQUEST_ID).asString(""),
                            told)
                    .ifPresent(group ->
                            commands.send(
                                    call,
                                    group,
                                    (java.lang.Record)
                                            Groups.recorded(
                                                    call.workspace(), group, told, secrets)));
            return;
        }
        ids.find(call.instance(), told.path("group_id").asString(""))
                .ifPresent(group -> {
                    if (news.type().equals("group_delete")) {
                        commands.send(call, group, new DeleteGroup(call.workspace()));
                    } else {
                        participants(call, group, told);
                    }
                });
    }

    private void participants(Callback call, String group, JsonNode told) {
        List<String> added = participantIds(call, told.path("added_participants"));
        List<String> removed = participantIds(call, told.path("removed_participants"));
        if (!added.isEmpty() || !removed.isEmpty()) {
            List<Participant> members =
                    added.stream()
                            .map(id -> new Participant(id, null, ParticipantState.MEMBER))
                            .toList();
            commands.send(call, group, new RecordParticipants(call.workspace(), members, removed));
        }
    }

    /** The contacts of participants, which are created where they are not known. */
    private List<String> participantIds(Callback call, JsonNode participants) {
        List<String> found = new ArrayList<>();
        for (JsonNode each : participants) {
            ObjectNode address = Json.object();
            String phone = each.path("wa_id").asString(each.path("input").asString(""));
            if (!phone.isEmpty()) {
                address.put("phone", phone.startsWith("+") ? phone : "+" + phone);
            }
            each.path("user_id").asStringOpt().ifPresent(id -> address.put("user_id", id));
            contacts.of(call, address).ifPresent(found::add);
        }
        return found;
    }
}
