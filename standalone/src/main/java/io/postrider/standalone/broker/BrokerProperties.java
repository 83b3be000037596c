package io.postrider.standalone.broker;

import io.postrider.platform.kafka.ClientProperties;
import io.postrider.platform.kafka.Durability;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The settings of the embedded broker: one node, few threads, small buffers, quick restarts. */
final class BrokerProperties {

    static final int NODE_ID = 1;
    static final String CONTROLLER_LISTENER = "CONTROLLER";
    private static final String BROKER_LISTENER = "BROKER";

    private static final String MECHANISM = ClientProperties.SCRAM;

    private static final Duration START_MAX = Duration.ofSeconds(60);

    private BrokerProperties() {}

    /**
     * The settings of a broker.
     *
     * @param secret secret of clients; empty for a broker that accepts any client
     */
    static Map<String, String> of(EmbeddedBrokerSettings settings, Optional<BrokerSecret> secret) {
        Map<String, String> properties = new HashMap<>();
        properties.putAll(node(settings));
        properties.putAll(access(secret));
        properties.putAll(internalTopics());
        properties.putAll(promptness());
        properties.putAll(frugality());
        properties.putAll(log(settings.durability()));
        return properties;
    }

    private static Map<String, String> node(EmbeddedBrokerSettings settings) {
        String broker = BrokerPorts.HOST + ":" + settings.ports().broker();
        String controller = BrokerPorts.HOST + ":" + settings.ports().controller();
        return Map.of(
                "process.roles",
                "broker,controller",
                "node.id",
                Integer.toString(NODE_ID),
                "controller.quorum.voters",
                NODE_ID + "@" + controller,
                "controller.listener.names",
                CONTROLLER_LISTENER,
                "inter.broker.listener.name",
                BROKER_LISTENER,
                "listeners",
                "%s://%s,%s://%s"
                        .formatted(BROKER_LISTENER, broker, CONTROLLER_LISTENER, controller),
                "advertised.listeners",
                BROKER_LISTENER + "://" + broker,
                "log.dirs",
                settings.folder().toString(),
                "auto.create.topics.enable",
                "false");
    }

    /** Both listeners require the secret, since clients of the controller can change everything too. */
    private static Map<String, String> access(Optional<BrokerSecret> secret) {
        String protocol = secret.isPresent() ? "SASL_PLAINTEXT" : "PLAINTEXT";
        Map<String, String> properties = new HashMap<>();
        properties.put(
                "listener.security.protocol.map",
                "%s:%s,%s:%s".formatted(BROKER_LISTENER, protocol, CONTROLLER_LISTENER, protocol));
        secret.ifPresent(wanted -> {
            properties.put("sasl.enabled.mechanisms", MECHANISM);
            properties.put("sasl.mechanism.inter.broker.protocol", MECHANISM);
            properties.put("sasl.mechanism.controller.protocol", MECHANISM);
            for (String listener : List.of(BROKER_LISTENER, CONTROLLER_LISTENER)) {
                String prefix =
                        "listener.name.%s.%s."
                                .formatted(listener, MECHANISM)
                                .toLowerCase(Locale.ROOT);
                properties.put(prefix + "sasl.jaas.config", wanted.jaas());
                properties.put(
                        prefix + "sasl.server.callback.handler.class", OneUser.class.getName());
            }
        });
        return properties;
    }

    private static Map<String, String> internalTopics() {
        return Map.of(
                "default.replication.factor", "1",
                "min.insync.replicas", "1",
                "offsets.topic.replication.factor", "1",
                "offsets.topic.num.partitions", "4",
                "transaction.state.log.replication.factor", "1",
                "transaction.state.log.min.isr", "1",
                "transaction.state.log.num.partitions", "4",
                "share.coordinator.state.topic.replication.factor", "1",
                "share.coordinator.state.topic.min.isr", "1",
                "share.coordinator.state.topic.num.partitions", "1");
    }

    private static Map<String, String> promptness() {
        Map<String, String> properties = new HashMap<>();
        properties.put("group.initial.rebalance.delay.ms", "0");
        properties.put("group.min.session.timeout.ms", "1000");
        // As long as a busy machine may keep it from saying that it lives; two seconds while it
        // starts.
        properties.put("broker.session.timeout.ms", millis(Duration.ofSeconds(2)));
        properties.put("broker.heartbeat.interval.ms", "500");
        // Backoff of a transaction's first write while the markers of the one before are missing.
        properties.put("add.partitions.to.txn.retry.backoff.ms", "2");
        properties.put("transaction.abort.timed.out.transaction.cleanup.interval.ms", "1000");
        properties.put("server.max.startup.time.ms", millis(START_MAX));
        properties.put("initial.broker.registration.timeout.ms", millis(START_MAX));
        // A process that was off for longer than Kafka's week must find its place again.
        properties.put("offsets.retention.minutes", Integer.toString(10 * 365 * 24 * 60));
        return properties;
    }

    /** A time that runs out on the clock of the start. */
    private static String millis(Duration atTheStart) {
        return Long.toString(atTheStart.multipliedBy(StartClock.HURRY).toMillis());
    }

    private static Map<String, String> frugality() {
        Map<String, String> properties = new HashMap<>();
        properties.put("num.network.threads", "2");
        properties.put("num.io.threads", "3");
        properties.put("background.threads", "2");
        properties.put("num.replica.fetchers", "1");
        properties.put("group.coordinator.threads", "1");
        properties.put("share.coordinator.threads", "1");
        properties.put("log.cleaner.threads", "1");
        properties.put("log.cleaner.dedupe.buffer.size", "8388608");
        properties.put("log.cleaner.io.buffer.size", "262144");
        properties.put("offsets.load.buffer.size", "1048576");
        properties.put("transaction.state.log.load.buffer.size", "1048576");
        properties.put("share.coordinator.load.buffer.size", "1048576");
        properties.put("remote.log.storage.system.enable", "false");
        // A single node needs fewer no-op records.
        properties.put("metadata.max.idle.interval.ms", "5000");
        return properties;
    }

    private static Map<String, String> log(Durability durability) {
        Map<String, String> properties = new HashMap<>();
        properties.put("unclean.leader.election.enable", "false");
        properties.put("log.segment.bytes", "67108864");
        properties.put("log.index.size.max.bytes", "1048576");
        properties.put("num.recovery.threads.per.data.dir", "2");
        // An unclean restart reads everything since the last checkpoint again.
        properties.put("log.flush.offset.checkpoint.interval.ms", "10000");
        switch (durability) {
            case FSYNC -> properties.put("log.flush.interval.messages", "1");
            case REPLICATED -> {}
        }
        return properties;
    }
}
