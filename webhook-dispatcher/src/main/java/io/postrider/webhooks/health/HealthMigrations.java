package io.postrider.webhooks.health;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.postrider.platform.migration.Destination;
import io.postrider.platform.migration.StoreMigration;
import io.postrider.schemas.Topics;
import java.util.List;

/** How the health of endpoints comes into another cluster, where attempts have other offsets. */
public final class HealthMigrations {

    private HealthMigrations() {}

    /** The stores of the counting of an application. */
    public static List<StoreMigration> of(String application) {
        return List.of(
                new StoreMigration(application, HealthProcessor.STORE, HealthMigrations::health));
    }

    private static void health(byte[] key, byte[] value, Destination to) {
        int partition = to.partitions().of(new String(key, US_ASCII));
        long counted = to.processed(Topics.ATTEMPTS, partition) - 1;
        EndpointHealth health = HealthCodec.decode(value).countedTo(counted);
        to.put(partition, key, HealthCodec.encode(health));
    }
}
