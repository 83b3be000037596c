package io.postrider.automation.engine;

import static java.util.Objects.requireNonNull;

import io.postrider.schemas.Context;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.EventCodec;
import io.postrider.schemas.codec.SchemaIds;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Decodes the events of every topic that workspaces see. */
final class EventFacts {

    private final Map<String, EventCodec> codecs = new HashMap<>();

    EventFacts(SchemaIds ids) {
        for (Context context : Context.ofWorkspaces()) {
            codecs.put(context.events().name(), EventCodec.of(context, ids));
        }
        codecs.put(Topics.CLICKS.name(), EventCodec.clicks(ids));
        codecs.put(Topics.LISTINGS.name(), EventCodec.listings(ids));
        codecs.put(Topics.PUBLISHED.name(), EventCodec.published(ids));
    }

    /** The names of the topics. */
    String[] topics() {
        return codecs.keySet().stream().sorted().toArray(String[]::new);
    }

    /**
     * The event of a record; empty for a record without one.
     *
     * @throws io.postrider.schemas.codec.UndecodableException if the record cannot be read
     */
    Optional<EventRecord> decoded(String topic, byte @Nullable [] value) {
        EventCodec codec = codecs.get(topic);
        return codec == null || value == null ? Optional.empty() : Optional.of(codec.decode(value));
    }

    /** The topic of published events. */
    String published() {
        return Topics.PUBLISHED.name();
    }

    /** An event as it would be in that topic. */
    byte[] encoded(EventRecord event) {
        return requireNonNull(codecs.get(published())).encode(event);
    }
}
