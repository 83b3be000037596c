package io.postrider.outbound.delivery;

import io.micrometer.core.instrument.MeterRegistry;
import io.postrider.platform.kafka.KafkaClients;
import io.postrider.platform.meters.Bounds;
import io.postrider.platform.offsets.Partitions;
import io.postrider.platform.traces.Traces;
import io.postrider.platform.views.Projection;
import io.postrider.platform.views.ProjectionRunner;
import io.postrider.platform.views.ProjectionSettings;
import io.postrider.platform.views.ProjectionStore;
import io.postrider.platform.views.commands.ChangeBarrier;
import io.postrider.platform.views.commands.SubscriptionBarrier;
import io.postrider.schemas.Context;
import io.postrider.schemas.Topic;
import io.postrider.schemas.codec.SchemaIds;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.Producer;

/**
 * The parts that the topology of a {@link DeliveryService} needs.
 *
 * @param view keeps the projections of the service up to date
 * @param producer writes attempts and commands
 * @param worker the thread that writes them, since a producer may block
 */
public record ServiceParts(
        ProjectionRunner view,
        Producer<byte[], byte[]> producer,
        Admin admin,
        ScheduledExecutorService worker,
        Partitions partitions,
        SchemaIds ids,
        MeterRegistry meters,
        Traces traces) {

    /**
     * Opens the parts; the service closes them.
     *
     * @param name of the service, in the names of its clients and threads
     * @param store of the service alone; it stays open
     * @param projections loaded from the store
     */
    public static ServiceParts open(
            String name,
            KafkaClients clients,
            ProjectionStore store,
            List<Projection> projections,
            SchemaIds ids,
            MeterRegistry meters) {
        ProjectionRunner view =
                new ProjectionRunner(
                        name, clients, store, projections, ProjectionSettings.DEFAULTS);
        view.show(new Bounds(meters));
        return new ServiceParts(
                view,
                clients.outcomes(),
                clients.admin(),
                Executors.newSingleThreadScheduledExecutor(
                        Thread.ofPlatform().daemon().name(name).factory()),
                new Partitions(clients.settings().partitions()),
                ids,
                meters,
                clients.settings().traces());
    }

    /**
     * The log of the attempts in a topic.
     *
     * @param channel what the deliveries are, for metrics
     */
    public KafkaAttemptLog attempts(Topic topic, String channel) {
        return new KafkaAttemptLog(topic, producer, partitions, ids, worker, channel, meters);
    }

    /** Waits until the projections have read the changes of a context that were made before. */
    public ChangeBarrier changesOf(Context context) {
        return new SubscriptionBarrier(admin, view, context, partitions.count());
    }
}
