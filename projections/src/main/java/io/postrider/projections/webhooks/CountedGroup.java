package io.postrider.projections.webhooks;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;

/**
 * The attempts of a group in an hour, as a row of the store.
 *
 * @param name for example the event type; empty where the attempts have none, such as no error
 */
record CountedGroup(String name, AttemptCounts counts) {

    byte[] bytes() {
        byte[] text = name.getBytes(UTF_8);
        ByteBuffer out = ByteBuffer.allocate(AttemptCounts.BYTES + text.length);
        counts.write(out);
        return out.put(text).array();
    }

    static CountedGroup of(byte[] bytes) {
        AttemptCounts counts = AttemptCounts.read(ByteBuffer.wrap(bytes));
        return new CountedGroup(
                new String(bytes, AttemptCounts.BYTES, bytes.length - AttemptCounts.BYTES, UTF_8),
                counts);
    }
}
