package io.postrider.schemas;

import java.util.Arrays;
import java.util.List;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;

/** Writes and reads the records of one event topic. */
public final class EventCodec {

    private final EnvelopeCodec envelope;

    private EventCodec(EnvelopeCodec envelope) {
        this.envelope = envelope;
    }

    /** The codec of a context's event topic. */
    public static EventCodec of(Context context, SchemaIds ids) {
        return new EventCodec(
                new EnvelopeCodec(
                        EventHeader.class,
                        PayloadTypes.events(context),
                        context.events().subject(),
                        ids));
    }

    /** The codec of the public click topic. */
    public static EventCodec clicks(SchemaIds ids) {
        return new EventCodec(
                new EnvelopeCodec(
                        EventHeader.class, PayloadTypes.clicks(), Topics.CLICKS.subject(), ids));
    }

    /** The types of the events on a topic, in their order; none where records are no events. */
    public static List<String> typesOn(Topic topic) {
        if (topic.equals(Topics.CLICKS)) {
            return List.copyOf(PayloadTypes.clicks().keySet());
        }
        return Arrays.stream(Context.values())
                .filter(context -> context.events().equals(topic))
                .flatMap(context -> PayloadTypes.events(context).keySet().stream())
                .toList();
    }

    /** The type name of a payload, for example {@code link.created}. */
    public String typeOf(Record payload) {
        return envelope.typeOf(payload);
    }

    /** The framed bytes of a record; the header's type must be the payload's. */
    public byte[] encode(EventRecord event) {
        return envelope.encode(event.header(), event.header().type(), event.payload());
    }

    /**
     * The record of framed bytes.
     *
     * @throws Undecodable if they are something else
     */
    public EventRecord decode(byte[] bytes) {
        GenericRecord read = envelope.decode(bytes);
        EventHeader header = (EventHeader) envelope.header(read);
        @Nullable Record payload = envelope.payload(read, header.type());
        return new EventRecord(header, payload);
    }
}
