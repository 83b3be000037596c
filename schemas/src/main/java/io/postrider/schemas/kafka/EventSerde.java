package io.postrider.schemas.kafka;

import io.postrider.schemas.EventRecord;
import org.apache.kafka.common.serialization.Serdes;

/** Reads and writes events in Kafka Streams, with the settings of {@link EventDeserializer}. */
public final class EventSerde extends Serdes.WrapperSerde<EventRecord> {

    public EventSerde() {
        super(new EventSerializer(), new EventDeserializer());
    }
}
