package io.postrider.projections.webhooks;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.platform.views.ProjectionBatch;
import io.postrider.platform.views.ProjectionKey;
import io.postrider.schemas.Attempt;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * What is known of an endpoint beside its counts. Times are in milliseconds, and 0 for none.
 *
 * @param since when it was created, enabled, disabled, reported as failing or as recovered, whatever was last
 * @param error the error code of the last failed attempt; empty for none
 */
record EndpointStatus(long since, long successAt, long failedAt, String error) {

    static final EndpointStatus NONE = new EndpointStatus(0, 0, 0, "");

    private static final int TABLE = 0x3B;
    private static final int NUMBERS = 3 * Long.BYTES;

    static byte[] key(String workspace, String endpoint) {
        return ProjectionKey.table(TABLE).id(workspace).id(endpoint).bytes();
    }

    static EndpointStatus of(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        return new EndpointStatus(
                in.getLong(),
                in.getLong(),
                in.getLong(),
                new String(Arrays.copyOfRange(bytes, NUMBERS, bytes.length), UTF_8));
    }

    static EndpointStatus of(ProjectionBatch batch, byte[] key) {
        byte[] known = batch.get(key);
        return known == null ? NONE : of(known);
    }

    byte[] bytes() {
        byte[] text = error.getBytes(UTF_8);
        return ByteBuffer.allocate(NUMBERS + text.length)
                .putLong(since)
                .putLong(successAt)
                .putLong(failedAt)
                .put(text)
                .array();
    }

    EndpointStatus since(long millis) {
        return new EndpointStatus(millis, successAt, failedAt, error);
    }

    EndpointStatus after(Attempt attempt) {
        long ended = attempt.at().toEpochMilli() + attempt.durationMs();
        return AttemptCounts.isSuccess(attempt)
                ? new EndpointStatus(since, Math.max(successAt, ended), failedAt, error)
                : new EndpointStatus(
                        since,
                        successAt,
                        Math.max(failedAt, ended),
                        String.valueOf(attempt.error()));
    }
}
