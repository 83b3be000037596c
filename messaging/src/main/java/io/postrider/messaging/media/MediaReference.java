package io.postrider.messaging.media;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A file of the workspace that the content of a message names: the file of the message, of a header, or of a card.
 *
 * @param pointer the JSON pointer of the file in the content
 * @param type of the file, such as {@code image}
 * @param file the object with its {@code id}
 */
public record MediaReference(String pointer, String type, ObjectNode file) {

    /** The types of messages with a file. */
    public static final Set<String> TYPES =
            Set.of("image", "video", "audio", "document", "sticker");

    /** All of a content, in the order of the content. */
    public static List<MediaReference> in(JsonNode content) {
        List<MediaReference> found = new ArrayList<>();
        collect("", content, found);
        return found;
    }

    private static void collect(String pointer, JsonNode node, List<MediaReference> found) {
        for (int i = 0; node.isArray() && i < node.size(); i++) {
            collect(pointer + "/" + i, node.get(i), found);
        }
        node.forEachEntry((name, value) -> {
            String place = pointer + "/" + name;
            boolean isFile =
                    TYPES.contains(name) && value.path("id").asString("").startsWith("med_");
            if (isFile && value instanceof ObjectNode file) {
                found.add(new MediaReference(place, name, file));
            } else {
                collect(place, value, found);
            }
        });
    }

    /** The id of the file, which begins with {@code med_}. */
    public String id() {
        return file.path("id").asString("");
    }
}
