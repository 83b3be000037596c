package io.postrider.redirects.spool;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Random;

/** Payloads whose bytes follow from their lane and sequence, so that any process can tell whether they are right. */
final class Payloads {

    private static final int BYTES_MAX = 600;

    private Payloads() {}

    static byte[] of(int lane, long sequence) {
        Random random = new Random(31 * sequence + lane);
        byte[] payload = new byte[1 + random.nextInt(BYTES_MAX)];
        random.nextBytes(payload);
        return payload;
    }

    /** Appends the payload that belongs to the lane's next sequence. */
    static boolean append(SpoolLane lane) {
        byte[] payload = of(lane.index(), lane.nextSequence());
        return lane.append(payload, 0, payload.length);
    }

    /** Appends so many records, and waits whenever a segment is not ready yet. */
    static void append(SpoolLane lane, int records) {
        for (int i = 0; i < records; i++) {
            await().pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(1))
                    .until(() -> append(lane));
        }
    }
}
