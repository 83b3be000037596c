package io.postrider.standalone.broker;

import io.postrider.platform.kafka.Durability;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The settings of the embedded broker.
 *
 * @param folder folder of the broker, formatted on its first start
 * @param ports loopback ports of the broker
 * @param durability whether every append is on the disk before it is acknowledged
 * @param secret file of the clients' secret, created if it is missing; empty for a broker that accepts any client, as the
 *     brokers of a cluster without authentication do
 */
public record EmbeddedBrokerSettings(
        Path folder, BrokerPorts ports, Durability durability, Optional<Path> secret) {}
