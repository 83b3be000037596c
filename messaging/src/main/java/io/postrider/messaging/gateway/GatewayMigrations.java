package io.postrider.messaging.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.outbound.delivery.DeliveryMigrations;
import io.postrider.platform.migration.Destination;
import io.postrider.platform.migration.StoreMigration;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.SchemaIds;
import java.util.List;
import java.util.stream.Stream;

/** How the stores of the gateway come into another cluster: everything goes where its instance leads. */
public final class GatewayMigrations {

    private GatewayMigrations() {}

    /** All of its stores. */
    public static List<StoreMigration> all(SchemaIds ids) {
        String application = ChannelGateway.APPLICATION;
        return Stream.concat(
                        DeliveryMigrations.of(application, Topics.SENDS, Topics.SEND_ATTEMPTS, ids)
                                .stream(),
                        Stream.of(
                                // The kind of the entry, and then the instance.
                                keyed(application, GroupIds.STORE, 1),
                                keyed(application, ProviderIds.STORE, 0),
                                keyed(application, EarlyStatuses.STORE, 0)))
                .toList();
    }

    /** @param part the part of the key that is the instance; behind the text, a key of a window has its time */
    private static StoreMigration keyed(String application, String store, int part) {
        return new StoreMigration(
                application, store, (key, value, to) -> keyed(part, key, value, to));
    }

    private static void keyed(int part, byte[] key, byte[] value, Destination to) {
        String instance = new String(key, UTF_8).split("/", -1)[part];
        to.put(instance, key, value);
    }
}
