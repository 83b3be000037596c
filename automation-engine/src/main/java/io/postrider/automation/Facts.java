package io.postrider.automation;

import io.postrider.schemas.Context;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.EventCodec;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.schemas.codec.Undecodable;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Decodes the events of every topic that workspaces see. */
final class Facts {

    private static final Logger LOGGER = LoggerFactory.getLogger(Facts.class);

    private final Map<String, EventCodec> codecs = new HashMap<>();

    Facts(SchemaIds ids) {
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

    /** The event of a record; empty for a record that cannot be read. */
    Optional<EventRecord> decoded(RecordMetadata from, byte @Nullable [] value) {
        EventCodec codec = codecs.get(from.topic());
        if (codec == null || value == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(codec.decode(value));
        } catch (Undecodable e) {
            // One record that cannot be read must not stop the rules of all others.
            LOGGER.atWarn()
                    .addKeyValue("topic", from.topic())
                    .addKeyValue("partition", from.partition())
                    .addKeyValue("offset", from.offset())
                    .addKeyValue("error", e.getMessage())
                    .log("An event cannot be read and no rule acts on it");
            return Optional.empty();
        }
    }
}
