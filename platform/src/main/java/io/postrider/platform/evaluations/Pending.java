package io.postrider.platform.evaluations;

import io.postrider.platform.kafka.DeadLetters;
import io.postrider.platform.traces.RecordTrace;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.ProcessingContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * An event that waits to be evaluated for a rule or a webhook.
 *
 * @param lane the rule or webhook; what waits in a lane is evaluated one after the other
 * @param version of the rule; of a webhook 0, or 1 for an event that was held
 * @param record of the event, as it was read
 */
public record Pending(
        String workspace, String lane, int version, ConsumerRecord<byte[], byte[]> record) {

    /** The record in hand of a processor. */
    public static ConsumerRecord<byte[], byte[]> read(
            ProcessingContext context, Record<byte[], byte[]> record) {
        RecordMetadata from = context.recordMetadata().orElseThrow();
        return DeadLetters.source(
                from.topic(),
                from.partition(),
                from.offset(),
                record.timestamp(),
                record.headers(),
                record.key(),
                record.value());
    }

    /** The topic of the event. */
    public String topic() {
        return record.topic();
    }

    /** The value of the record of the event. */
    public byte[] value() {
        return record.value();
    }

    /** The time at which the log appended the event, in milliseconds. */
    public long appended() {
        return record.timestamp();
    }

    /** The record, for its trace. */
    RecordTrace.Source source(String application) {
        return new RecordTrace.Source(
                application,
                record.topic(),
                record.partition(),
                record.offset(),
                record.timestamp(),
                record.headers());
    }

    /** The same in the form in which a store keeps it. */
    public byte[] bytes() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(record.value().length + 512);
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeUTF(workspace);
            out.writeUTF(lane);
            out.writeInt(version);
            out.writeUTF(record.topic());
            out.writeInt(record.partition());
            out.writeLong(record.offset());
            out.writeLong(record.timestamp());
            Header[] headers = record.headers().toArray();
            out.writeInt(headers.length);
            for (Header header : headers) {
                out.writeUTF(header.key());
                write(out, header.value());
            }
            write(out, record.key());
            out.write(record.value());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** Decodes a stored evaluation. */
    public static Pending of(byte[] bytes) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            return new Pending(in.readUTF(), in.readUTF(), in.readInt(), record(in));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ConsumerRecord<byte[], byte[]> record(DataInputStream in) throws IOException {
        String topic = in.readUTF();
        int partition = in.readInt();
        long offset = in.readLong();
        long appended = in.readLong();
        Headers headers = new RecordHeaders();
        for (int left = in.readInt(); left > 0; left--) {
            headers.add(in.readUTF(), read(in));
        }
        byte[] key = read(in);
        return DeadLetters.source(
                topic, partition, offset, appended, headers, key, in.readAllBytes());
    }

    private static void write(DataOutputStream out, byte @Nullable [] value) throws IOException {
        out.writeInt(value == null ? -1 : value.length);
        if (value != null) {
            out.write(value);
        }
    }

    private static byte @Nullable [] read(DataInputStream in) throws IOException {
        int length = in.readInt();
        return length < 0 ? null : in.readNBytes(length);
    }
}
