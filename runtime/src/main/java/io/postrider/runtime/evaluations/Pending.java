package io.postrider.runtime.evaluations;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * An event that waits to be evaluated for a rule or a webhook.
 *
 * @param lane the rule or webhook; what waits in a lane is evaluated one after the other
 * @param version of the rule; 0 where the newest one counts
 * @param topic of the event
 * @param appended when the log took the event, in milliseconds
 * @param value of the record of the event
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record Pending(
        String workspace, String lane, int version, String topic, long appended, byte[] value) {

    byte[] bytes() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(value.length + 128);
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeUTF(workspace);
            out.writeUTF(lane);
            out.writeInt(version);
            out.writeUTF(topic);
            out.writeLong(appended);
            out.write(value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    static Pending of(byte[] bytes) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            return new Pending(
                    in.readUTF(),
                    in.readUTF(),
                    in.readInt(),
                    in.readUTF(),
                    in.readLong(),
                    in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
