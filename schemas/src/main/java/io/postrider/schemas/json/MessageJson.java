package io.postrider.schemas.json;

import io.postrider.domain.messages.Message;
import io.postrider.domain.messages.MessageError;
import io.postrider.domain.messages.Receipt;
import io.postrider.domain.messages.Revision;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A message as JSON, with its content as long as the key of its workspace exists. */
public final class MessageJson {

    private MessageJson() {}

    /** The message. */
    public static ObjectNode of(Message message, long version, Rendering rendering) {
        ObjectNode node = Json.object();
        node.put("id", message.id());
        node.put("object", "message");
        node.put("instance_id", message.instanceId());
        node.put("direction", message.direction().label());
        node.put("type", message.type());
        node.put("status", message.status().label());
        node.put("contact_id", message.contactId());
        content(message, rendering).ifPresent(node::setAll);
        Revision revision = message.revision();
        if (revision != null) {
            node.put(revision.revokes() ? "revoked_at" : "edited_at", Json.time(revision.at()));
        }
        node.put("provider_id", message.providerId());
        message.error().ifPresent(error -> node.set("error", json(error)));
        ArrayNode receipts = node.putArray("receipts");
        message.receipts().forEach(receipt -> receipts.add(receipt(receipt)));
        node.put("reply_to", message.replyTo());
        node.put("schedule_at", Json.time(message.scheduledAt()));
        node.put("expires_at", Json.time(message.expiresAt()));
        node.set("metadata", Json.texts(message.metadata()));
        node.put("version", version);
        node.put("created_at", Json.time(message.createdAt()));
        node.put("updated_at", Json.time(message.updatedAt()));
        return node;
    }

    /** The present content with its addresses; empty if the key of the workspace was destroyed. */
    public static Optional<ObjectNode> content(Message message, Rendering rendering) {
        Revision revision = message.revision();
        Optional<ObjectNode> received = open(message, message.content(), rendering);
        if (revision == null) {
            return received;
        }
        String said = revision.content();
        return said == null
                ? received.map(content -> content.without(message.type()))
                : received.flatMap(content ->
                        open(message, said, rendering).map(edit -> edited(content, edit)));
    }

    private static Optional<ObjectNode> open(Message message, String sealed, Rendering rendering) {
        return rendering
                .opener()
                .open(message.workspace(), Message.purpose(message.id()), sealed)
                .map(text -> (ObjectNode) Json.mapper().readTree(text));
    }

    /** An edit of a caption names no file; the file remains. */
    private static ObjectNode edited(ObjectNode content, ObjectNode edit) {
        edit.forEachEntry((name, said) -> {
            if (content.path(name) instanceof ObjectNode before && said instanceof ObjectNode now) {
                before.setAll(now);
            } else {
                content.set(name, said);
            }
        });
        return content;
    }

    private static ObjectNode receipt(Receipt receipt) {
        ObjectNode node = Json.object();
        node.put("status", receipt.status().label());
        node.put("at", Json.time(receipt.at()));
        MessageError error = receipt.error();
        if (error != null) {
            node.set("error", json(error));
        }
        String billing = receipt.billing();
        if (billing != null) {
            node.setAll((ObjectNode) Json.mapper().readTree(billing));
        }
        return node;
    }

    private static ObjectNode json(MessageError error) {
        return Json.object()
                .put("code", error.code())
                .put("detail", error.detail())
                .put("retryable", error.retryable())
                .put("scope", error.scope());
    }
}
