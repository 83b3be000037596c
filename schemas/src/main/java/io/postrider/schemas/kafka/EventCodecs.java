package io.postrider.schemas.kafka;

import io.postrider.schemas.Context;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.codec.EventCodec;
import io.postrider.schemas.codec.SchemaIds;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.common.errors.SerializationException;

/** The codecs of all public topics of events. Records tell their codec by their schema, so that topics can have any name. */
record EventCodecs(List<EventCodec> all) {

    static EventCodecs of(SchemaIds ids) {
        return new EventCodecs(
                Stream.concat(
                                Stream.of(
                                        EventCodec.clicks(ids),
                                        EventCodec.listings(ids),
                                        EventCodec.published(ids)),
                                Arrays.stream(Context.values())
                                        .filter(Context::isOfWorkspaces)
                                        .map(context -> EventCodec.of(context, ids)))
                        .toList());
    }

    EventCodec reading(String topic, byte[] bytes) {
        return all.stream()
                .filter(codec -> codec.reads(bytes))
                .findFirst()
                .orElseThrow(
                        () -> new SerializationException("not an event of Postrider in " + topic));
    }

    EventCodec writing(EventRecord event) {
        return all.stream()
                .filter(codec -> codec.writes(event))
                .findFirst()
                .orElseThrow(() ->
                        new SerializationException(
                                "no topic has events of type " + event.header().type()));
    }
}
