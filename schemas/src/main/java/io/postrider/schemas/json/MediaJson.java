package io.postrider.schemas.json;

import io.postrider.domain.media.Media;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** A file as JSON, with its name as far as the key of its workspace exists. */
public final class MediaJson {

    private MediaJson() {}

    /** The file. */
    public static ObjectNode of(Media media, long version, Rendering rendering) {
        ObjectNode node = Json.object();
        node.put("id", media.id());
        node.put("object", "media");
        node.put("state", media.state().label());
        node.put("mime_type", media.mimeType());
        node.put("filename", filename(media, rendering));
        node.put("size", media.size());
        node.put("sha256", media.sha256());
        node.put("error", media.error());
        node.put("message_id", media.messageId());
        node.put("version", version);
        node.put("created_at", Json.time(media.createdAt()));
        node.put("updated_at", Json.time(media.updatedAt()));
        return node;
    }

    private static @Nullable String filename(Media media, Rendering rendering) {
        String sealed = media.filename();
        return sealed == null
                ? null
                : rendering
                        .opener()
                        .open(media.workspace(), Media.purpose(media.id()), sealed)
                        .orElse(null);
    }
}
