package io.postrider.standalone.broker;

import io.postrider.platform.kafka.Durability;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where the embedded broker keeps its log and how it is reached.
 *
 * @param folder the broker's own folder, formatted on its first start
 * @param ports where it listens, on the loopback interface
 * @param durability whether every append is on the disk before it is acknowledged
 * @param secret the file of the secret that clients must have, made if it is missing; empty for a broker that takes any
 *     client, as the brokers of a cluster without authentication do
 */
public record EmbeddedBrokerSettings(
        Path folder, BrokerPorts ports, Durability durability, Optional<Path> secret) {}
