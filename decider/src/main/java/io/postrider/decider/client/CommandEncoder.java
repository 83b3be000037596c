package io.postrider.decider.client;

import static java.util.Objects.requireNonNull;

import io.postrider.decider.DecisionLogic;
import io.postrider.platform.offsets.Partitions;
import io.postrider.schemas.CommandHeader;
import io.postrider.schemas.CommandRecord;
import io.postrider.schemas.Context;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.CommandCodec;
import io.postrider.schemas.codec.SchemaIds;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/** Encodes the commands of some contexts as Kafka records. */
final class CommandEncoder {

    private final Partitions partitions;
    private final @Nullable String node;
    private final Map<Context, CommandCodec> codecs = new EnumMap<>(Context.class);

    /** @param node address for outcomes of other nodes, as {@code host:port}; null for a single node */
    CommandEncoder(
            Partitions partitions, SchemaIds ids, @Nullable String node, Set<Context> contexts) {
        this.partitions = partitions;
        this.node = node;
        for (Context context : contexts) {
            codecs.put(context, CommandCodec.of(context, ids));
        }
    }

    /** The contexts whose commands it knows. */
    Set<Context> contexts() {
        return codecs.keySet();
    }

    /** The number of partitions of each topic. */
    int partitions() {
        return partitions.count();
    }

    /**
     * The record of a command.
     *
     * @param routedBy key that determines the partition
     * @param traceparent the W3C trace context of the request; null if it has none
     */
    ProducerRecord<byte[], byte[]> record(
            Context context, CommandRecord command, String routedBy, @Nullable String traceparent) {
        CommandRecord addressed = new CommandRecord(addressed(command.header()), command.body());
        ProducerRecord<byte[], byte[]> record =
                new ProducerRecord<>(
                        Topics.commands(context).name(),
                        partitions.of(routedBy),
                        command.header().aggregate().getBytes(StandardCharsets.UTF_8),
                        requireNonNull(codecs.get(context)).encode(addressed));
        record.headers().add(DecisionLogic.HEADER, DecisionLogic.header(DecisionLogic.NEWEST));
        if (traceparent != null) {
            record.headers().add("traceparent", traceparent.getBytes(StandardCharsets.UTF_8));
        }
        return record;
    }

    private CommandHeader addressed(CommandHeader header) {
        return new CommandHeader(
                header.id(),
                header.type(),
                header.time(),
                header.workspace(),
                header.aggregate(),
                header.actor(),
                header.correlationId(),
                header.expectedVersion(),
                header.idempotency(),
                node);
    }
}
