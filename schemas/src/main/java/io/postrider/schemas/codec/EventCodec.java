package io.postrider.schemas.codec;

import io.postrider.schemas.Context;
import io.postrider.schemas.EventHeader;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.Topic;
import io.postrider.schemas.Topics;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;

/** Writes and reads the records of one topic of events or settlements. */
public final class EventCodec {

    private final EnvelopeCodec envelope;

    private EventCodec(EnvelopeCodec envelope) {
        this.envelope = envelope;
    }

    /** The codec of a context's event topic. */
    public static EventCodec of(Context context, SchemaIds ids) {
        return on(context.events(), PayloadTypes.events(context), ids);
    }

    /** The codec of a context's settlements: their header is that of an event, without a version of its own. */
    public static EventCodec settlements(Context context, SchemaIds ids) {
        return on(context.settlements(), PayloadTypes.settlements(), ids);
    }

    /** The codec of the public click topic. */
    public static EventCodec clicks(SchemaIds ids) {
        return on(Topics.CLICKS, PayloadTypes.facts(Topics.CLICKS), ids);
    }

    /** The codec of the public topic of listings. */
    public static EventCodec listings(SchemaIds ids) {
        return on(Topics.LISTINGS, PayloadTypes.facts(Topics.LISTINGS), ids);
    }

    /** The codec of the public topic of published events. */
    public static EventCodec published(SchemaIds ids) {
        return on(Topics.PUBLISHED, PayloadTypes.facts(Topics.PUBLISHED), ids);
    }

    private static EventCodec on(
            Topic topic, Map<String, Class<? extends Record>> types, SchemaIds ids) {
        return new EventCodec(new EnvelopeCodec(EventHeader.class, types, topic.subject(), ids));
    }

    /** The types of the events on a topic, in their order; none where records are no events. */
    public static List<String> typesOn(Topic topic) {
        return Stream.concat(
                        PayloadTypes.facts(topic).keySet().stream(),
                        Arrays.stream(Context.values())
                                .filter(context -> context.events().equals(topic))
                                .flatMap(context -> PayloadTypes.events(context).keySet().stream()))
                .toList();
    }

    /** The type name of a payload, for example {@code link.created}. */
    public String typeOf(Record payload) {
        return envelope.typeOf(payload);
    }

    /**
     * Whether framed bytes are a record of such a topic.
     *
     * @throws UndecodableException if they have no schema that is known
     */
    public boolean reads(byte[] bytes) {
        return envelope.reads(bytes);
    }

    /** Whether a record is one of such a topic. */
    public boolean writes(EventRecord event) {
        Record payload = event.payload();
        return payload != null && envelope.hasTypeOf(payload);
    }

    /** The framed bytes of a record; the header's type must be the payload's. */
    public byte[] encode(EventRecord event) {
        return envelope.encode(event.header(), event.header().type(), event.payload());
    }

    /**
     * The record of framed bytes.
     *
     * @throws UndecodableException if they are something else
     */
    public EventRecord decode(byte[] bytes) {
        GenericRecord read = envelope.decode(bytes);
        EventHeader header = (EventHeader) envelope.header(read);
        @Nullable Record payload = envelope.payload(read, header.type());
        return new EventRecord(header, payload);
    }
}
