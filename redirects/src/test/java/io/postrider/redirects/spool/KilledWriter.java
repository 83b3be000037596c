package io.postrider.redirects.spool;

import java.lang.ref.Reference;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/** A process that appends to every lane as fast as it can and prints each sequence once it is appended. */
final class KilledWriter {

    static final SpoolSettings SETTINGS = new SpoolSettings(2, 64 << 10, 16L << 20);

    static final String APPENDED = "appended";

    private KilledWriter() {}

    public static void main(String[] args) {
        ClickSpool spool = ClickSpool.open(Path.of(args[0]), SETTINGS);
        for (int i = 0; i < SETTINGS.lanes(); i++) {
            SpoolLane lane = spool.lane(i);
            Thread.ofPlatform()
                    .start(() -> {
                        try {
                            appendForEver(lane);
                        } finally {
                            // A spool without references gives up its folder's lock.
                            Reference.reachabilityFence(spool);
                        }
                    });
        }
    }

    @SuppressWarnings({"InfiniteLoop", "SystemOut"})
    private static void appendForEver(SpoolLane lane) {
        while (true) {
            long sequence = lane.nextSequence();
            if (Payloads.append(lane)) {
                System.out.println(APPENDED + " " + lane.index() + " " + sequence);
            } else {
                LockSupport.parkNanos(100_000);
            }
        }
    }
}
