package io.postrider.domain.groups;

import io.postrider.domain.groups.Participant.ParticipantState;
import io.postrider.domain.kernel.Resource;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A group of an instance. Subject, description and invite link are ciphertext under the workspace's data key.
 *
 * @param description the description as ciphertext; null for none
 * @param reason the reason why the provider rejected the creation or the last change; null for none
 * @param providerId the provider's id of the group; null until the provider has created it
 * @param inviteLink the invite link; null until it is known
 */
public record Group(
        String id,
        String workspace,
        String instanceId,
        String subject,
        @Nullable String description,
        List<Participant> participants,
        GroupState state,
        @Nullable String reason,
        @Nullable String providerId,
        @Nullable String inviteLink,
        Instant createdAt,
        Instant updatedAt)
        implements Resource {

    /** The participants of a group at most, as WhatsApp allows. */
    public static final int PARTICIPANTS_MAX = 8;

    public Group {
        participants = List.copyOf(participants);
    }

    /** The purpose under which a part of a group is sealed. */
    public static String purpose(String id, String part) {
        return id + "/" + part;
    }

    Group updated(@Nullable String newSubject, @Nullable String newDescription, Instant at) {
        return new Group(
                id,
                workspace,
                instanceId,
                newSubject == null ? subject : newSubject,
                newDescription == null ? description : newDescription,
                participants,
                state,
                null,
                providerId,
                inviteLink,
                createdAt,
                at);
    }

    /** The group with the values that the provider reports; null leaves a value unchanged. */
    Group told(GroupCommand.RecordGroup report, Instant at) {
        return new Group(
                id,
                workspace,
                instanceId,
                subject,
                description,
                participants,
                report.state() == null ? state : report.state(),
                report.reason(),
                report.providerId() == null ? providerId : report.providerId(),
                report.inviteLink() == null ? inviteLink : report.inviteLink(),
                createdAt,
                at);
    }

    Group touchedAt(Instant at) {
        return with(participants, at);
    }

    /** The group with contacts in a state; null removes them. */
    Group with(List<Participant> changed, @Nullable ParticipantState next, Instant at) {
        Map<String, Participant> all = new LinkedHashMap<>();
        participants.forEach(each -> all.put(each.contactId(), each));
        for (Participant each : changed) {
            if (next == null) {
                all.remove(each.contactId());
            } else {
                all.merge(each.contactId(), each.in(next), (known, _) -> known.in(next));
            }
        }
        return with(new ArrayList<>(all.values()), at);
    }

    private Group with(List<Participant> now, Instant at) {
        return new Group(
                id,
                workspace,
                instanceId,
                subject,
                description,
                now,
                state,
                reason,
                providerId,
                inviteLink,
                createdAt,
                at);
    }

    Optional<Participant> participant(String contact) {
        return participants.stream().filter(each -> each.contactId().equals(contact)).findFirst();
    }

    List<Participant> in(ParticipantState wanted) {
        return participants.stream().filter(each -> each.state() == wanted).toList();
    }
}
