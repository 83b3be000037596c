package io.postrider.messaging.gateway;

import static io.postrider.messaging.gateway.TestGateway.WORKSPACE;

import io.postrider.domain.groups.Group;
import io.postrider.domain.groups.GroupState;
import io.postrider.domain.instances.Instance;
import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.messages.Direction;
import io.postrider.domain.messages.Message;
import io.postrider.domain.messages.MessageStatus;
import io.postrider.schemas.json.Json;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Messages and groups as the edge would make them, of which nothing knows yet. */
final class Drafts {

    private final Secrets secrets;
    private final TestContacts contacts;
    private final InstantSource clock;
    private int made;

    Drafts(Secrets secrets, TestContacts contacts, InstantSource clock) {
        this.secrets = secrets;
        this.contacts = contacts;
        this.clock = clock;
    }

    /** A text to a number. */
    Message text(Instance from, String phone) {
        return to(from, phone, "text", Json.object().put("body", "Hi"));
    }

    /** A message to a number. */
    Message to(Instance from, String phone, String type, JsonNode said) {
        ObjectNode content = Json.object();
        content.putObject("to").put("phone", phone);
        content.set(type, said);
        return outbound(from, contacts.withNumber(phone), type, content);
    }

    /** A message. */
    Message outbound(Instance from, @Nullable String contact, String type, JsonNode content) {
        String id = Id.of(IdKind.MSG, new UUID(6, made++));
        Instant now = clock.instant();
        return new Message(
                id,
                WORKSPACE,
                from.id(),
                Direction.OUTBOUND,
                type,
                contact,
                secrets.sealed(WORKSPACE, id, content).orElseThrow(),
                MessageStatus.ACCEPTED,
                null,
                List.of(),
                null,
                null,
                null,
                Map.of(),
                now,
                now);
    }

    /** A group without participants. */
    Group group(Instance of, String subject) {
        String id = Id.of(IdKind.GRP, new UUID(7, made++));
        Instant now = clock.instant();
        return new Group(
                id,
                WORKSPACE,
                of.id(),
                secrets.sealedText(WORKSPACE, Group.purpose(id, "subject"), subject).orElseThrow(),
                null,
                List.of(),
                GroupState.REQUESTED,
                null,
                null,
                null,
                now,
                now);
    }
}
