package io.postrider.platform.streams;

import io.postrider.schemas.Topics;
import java.util.Set;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessingContext;
import org.apache.kafka.streams.processor.api.Record;

/**
 * Lets an application process its dead letters again. They arrive in the private topic of retries, in their original partition,
 * so that the task with their state reads them; a {@link GuardedProcessor} processor gets them unchanged.
 */
public final class Retries {

    /** A parent of each processor that takes records again. */
    public static final String NAME = "retries";

    private static final String SOURCE = "retry-records";

    private Retries() {}

    /**
     * Adds the source to a topology.
     *
     * @param processors processors that are added later, with {@link #NAME} among their parents
     */
    public static void addTo(Topology topology, String... processors) {
        Set<String> names = Set.of(processors);
        topology.addSource(
                SOURCE,
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer(),
                Topics.RETRIES.name());
        topology.addProcessor(NAME, () -> new Router(names), SOURCE);
    }

    /**
     * Refuses the record in hand if it is processed again. It is then set aside again, with the reason as message.
     *
     * @throws RetryRefusedException if it is
     */
    public static void refuse(ProcessingContext context, String reason) {
        if (context.recordMetadata().filter(RetriedRecord.class::isInstance).isPresent()) {
            throw new RetryRefusedException(reason);
        }
    }

    /** Hands each record of this application to the processor that it is for. */
    private static final class Router extends ContextualProcessor<byte[], byte[], byte[], byte[]> {

        private final Set<String> processors;

        Router(Set<String> processors) {
            this.processors = processors;
        }

        @Override
        public void process(Record<byte[], byte[]> record) {
            RetriedRecord.read(Topics.RETRIES.name(), record.headers())
                    .filter(retried -> retried.application().equals(context().applicationId()))
                    .ifPresent(retried -> forward(retried.processor(), record));
        }

        private void forward(String processor, Record<byte[], byte[]> record) {
            if (!processors.contains(processor)) {
                throw new RetryRefusedException("No processor retries the record: " + processor);
            }
            context().forward(record, processor);
        }
    }
}
