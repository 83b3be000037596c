package io.postrider.projections.rejections;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import org.apache.kafka.common.utils.Bytes;

/**
 * The number of records set aside.
 *
 * @param exception the class of the exception of the first of them
 */
record Count(int records, String exception) {

    private static final String SEPARATOR = "/";

    /** Whose records, and when they were counted; ordered by time, and written so into the store. */
    record Key(Instant minute, String workspace, String application) {

        private static final String TIME = "%013d";

        static Key read(Bytes bytes) {
            String[] parts = new String(bytes.get(), UTF_8).split(SEPARATOR, 3);
            return new Key(Instant.ofEpochMilli(Long.parseLong(parts[0])), parts[1], parts[2]);
        }

        /** Behind all keys before a minute. */
        static Bytes before(Instant minute) {
            return Bytes.wrap(TIME.formatted(minute.toEpochMilli()).getBytes(UTF_8));
        }

        Bytes bytes() {
            return Bytes.wrap(toString().getBytes(UTF_8));
        }

        @Override
        public String toString() {
            return String.join(
                    SEPARATOR, TIME.formatted(minute.toEpochMilli()), workspace, application);
        }
    }

    static Count read(byte[] bytes) {
        String[] parts = new String(bytes, UTF_8).split(SEPARATOR, 2);
        return new Count(Integer.parseInt(parts[0]), parts[1]);
    }

    byte[] bytes() {
        return (records + SEPARATOR + exception).getBytes(UTF_8);
    }

    Count next() {
        return new Count(records + 1, exception);
    }
}
