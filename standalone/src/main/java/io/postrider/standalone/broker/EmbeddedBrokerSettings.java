package io.postrider.standalone.broker;

import io.postrider.runtime.kafka.Durability;
import java.nio.file.Path;

/**
 * Where the embedded broker keeps its log and how it is reached.
 *
 * @param folder the broker's own folder, formatted on its first start
 * @param ports where it listens, on the loopback interface
 * @param durability whether every append is on the disk before it is acknowledged
 */
public record EmbeddedBrokerSettings(Path folder, BrokerPorts ports, Durability durability) {}
