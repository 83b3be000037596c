package io.postrider.messaging.api;

import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.media.Media;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** The files that WhatsApp takes in a message of a type. */
final class MediaRules {

    private static final Map<String, Rule> RULES =
            Map.of(
                    "image", new Rule(Set.of("image/jpeg", "image/png"), 5L << 20),
                    "video", new Rule(Set.of("video/mp4", "video/3gpp"), 16L << 20),
                    "audio",
                            new Rule(
                                    Set.of(
                                            "audio/aac",
                                            "audio/amr",
                                            "audio/mpeg",
                                            "audio/mp4",
                                            "audio/ogg"),
                                    16L << 20),
                    "sticker", new Rule(Set.of("image/webp"), 500L << 10),
                    "document", new Rule(Set.of(), Media.BYTES_MAX));

    private MediaRules() {}

    /** @param types empty for all */
    private record Rule(Set<String> types, long bytesMax) {}

    /** The reason why a file cannot be sent in a message of a type; empty if it can. */
    static Optional<FieldError> objection(String type, String pointer, JsonNode media) {
        Rule rule = RULES.getOrDefault(type, new Rule(Set.of(), Media.BYTES_MAX));
        String mime = media.path("mime_type").asString("");
        if (!media.path("state").asString("").equals("stored")) {
            return Optional.of(
                    new FieldError(
                            pointer, "media_not_stored", "The content of the file is not stored."));
        }
        if (!rule.types().isEmpty() && !rule.types().contains(mime)) {
            return Optional.of(
                    new FieldError(
                            pointer,
                            "media_type_unsupported",
                            "The file is "
                                    + mime
                                    + ". Expected one of "
                                    + rule.types().stream().sorted().toList()
                                    + "; any file can be sent as a document."));
        }
        return media.path("size").asLong(0) > rule.bytesMax()
                ? Optional.of(
                        new FieldError(
                                pointer,
                                "media_too_large",
                                "Expected at most "
                                        + rule.bytesMax()
                                        + " bytes for a file of this type."))
                : Optional.empty();
    }
}
