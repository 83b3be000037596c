package io.postrider.domain.media;

import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.kernel.Resource;
import io.postrider.domain.kernel.Uuids;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A file. Its content is outside of the log.
 *
 * @param messageId the received message that it came with; null for an uploaded file
 * @param mimeType null where the content is missing
 * @param filename ciphertext under the workspace's data key; null for none
 * @param size in bytes
 * @param sha256 of the content, in hexadecimal digits; null where the content is missing
 * @param error why the content is missing, as a code; null where it is there
 */
public record Media(
        String id,
        String workspace,
        @Nullable String messageId,
        MediaState state,
        @Nullable String mimeType,
        @Nullable String filename,
        long size,
        @Nullable String sha256,
        @Nullable String error,
        Instant createdAt,
        Instant updatedAt)
        implements Resource {

    /** The size of the largest file, a document. */
    public static final long BYTES_MAX = 100L << 20;

    /** The purpose under which the name of a file is sealed. */
    public static String purpose(String id) {
        return id + "/filename";
    }

    /**
     * The id of the file of a received message: the same however often it is fetched.
     *
     * @throws IllegalArgumentException if the message has no id of a message
     */
    public static String receivedId(String message) {
        UUID namespace =
                Id.parse(IdKind.MSG, message)
                        .orElseThrow(() -> new IllegalArgumentException(message));
        return Id.of(IdKind.MED, Uuids.v5(namespace, "media"));
    }
}
