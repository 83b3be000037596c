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
 * @param messageId the id of the received message with the file; null for an uploaded file
 * @param mimeType the media type; null if it is not known
 * @param filename the name of the file as ciphertext under the workspace's data key; null for none
 * @param size the size of the content in bytes
 * @param sha256 the SHA-256 of the content in hexadecimal digits; null if the content is missing
 * @param error the code of the reason why the content is missing; null if it exists or is being fetched
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

    /** This file with the fetched content, or with the reason why it is missing. */
    public Media fetchedAs(Media found) {
        return new Media(
                id,
                workspace,
                messageId,
                found.state,
                found.mimeType,
                found.filename,
                found.size,
                found.sha256,
                found.error,
                createdAt,
                found.updatedAt);
    }

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
