package io.postrider.platform.kafka;

import io.postrider.platform.meters.ClientMeters;
import io.postrider.platform.traces.Traces;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.kafka.clients.CommonClientConfigs;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the Kafka cluster and its topics.
 *
 * @param bootstrapServers the brokers to ask first, as {@code host:port} separated by commas
 * @param partitions partitions of every topic
 * @param replicationFactor minimum number of replicas of every partition
 * @param minInSyncReplicas replicas that must have a write before it is acknowledged
 * @param durability durability of acknowledged writes
 * @param nodeId the name of this node, the same after a restart and unlike every other node's
 * @param client properties of clients that the installation sets
 * @param auditRetention retention of audit records that are not events
 * @param meters where clients show their metrics; null for nowhere
 * @param traces where applications record their spans
 */
public record KafkaSettings(
        String bootstrapServers,
        int partitions,
        int replicationFactor,
        int minInSyncReplicas,
        Durability durability,
        String nodeId,
        ClientProperties client,
        Duration auditRetention,
        @Nullable ClientMeters meters,
        Traces traces) {

    /** The default retention of audit records. */
    public static final Duration AUDIT_RETENTION = Duration.ofDays(365);

    /**
     * The partitions of a topic on one machine. Each would cost a flush of its own in every commit, and there is one
     * thread for all of them.
     */
    public static final int SINGLE_PARTITIONS = 1;

    /** The partitions of a topic in a cluster, where every processor of every node can have some of them. */
    public static final int CLUSTER_PARTITIONS = 12;

    /** The most partitions that a topic can have. */
    public static final int PARTITIONS_MAX = 1_000;

    private static final Pattern SERVER = Pattern.compile("[^\\s,]+:(?!0+$)(\\d{1,5})");
    private static final Pattern NODE_ID = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    public KafkaSettings {
        for (String server : bootstrapServers.split(",", -1)) {
            require(
                    isServer(server.strip()),
                    "the Kafka bootstrap servers are '%s'; each must be host:port",
                    bootstrapServers);
        }
        require(
                partitions >= 1 && partitions <= PARTITIONS_MAX,
                "the partitions of a topic are %s; they must be 1 to " + PARTITIONS_MAX,
                partitions);
        require(
                replicationFactor >= 1 && replicationFactor <= Short.MAX_VALUE,
                "the replication factor is %s; it must be at least 1",
                replicationFactor);
        require(
                minInSyncReplicas >= 1 && minInSyncReplicas <= replicationFactor,
                "min.insync.replicas is %s; it must be 1 to the replication factor, "
                        + replicationFactor,
                minInSyncReplicas);
        require(
                isNodeId(nodeId),
                "the node id is '%s'; it must be 1 to 64 of A-Z a-z 0-9 . _ -",
                nodeId);
    }

    /** The settings of a log whose brokers take any client, and that keeps the audit as long as it is kept by default. */
    public KafkaSettings(
            String bootstrapServers,
            int partitions,
            int replicationFactor,
            int minInSyncReplicas,
            Durability durability,
            String nodeId) {
        this(
                bootstrapServers,
                partitions,
                replicationFactor,
                minInSyncReplicas,
                durability,
                nodeId,
                ClientProperties.NONE,
                AUDIT_RETENTION,
                null,
                Traces.off());
    }

    /** The settings of one broker on one machine. */
    public static KafkaSettings single(
            String bootstrapServers, Durability durability, String nodeId) {
        return new KafkaSettings(bootstrapServers, SINGLE_PARTITIONS, 1, 1, durability, nodeId);
    }

    /** The settings of a cluster that may lose one replica and go on, unless there is no other. */
    public static KafkaSettings cluster(
            String bootstrapServers, int replicas, Durability durability, String nodeId) {
        return new KafkaSettings(
                bootstrapServers,
                CLUSTER_PARTITIONS,
                replicas,
                Math.max(1, replicas - 1),
                durability,
                nodeId);
    }

    /** The same log with another number of partitions, which is fixed once its topics exist. */
    public KafkaSettings withPartitions(int count) {
        return with(count, client, auditRetention, meters, traces);
    }

    /** The same log, whose clients have other properties. */
    public KafkaSettings withClient(ClientProperties other) {
        return with(partitions, other, auditRetention, meters, traces);
    }

    /** The same log that keeps records of the audit for another time. */
    public KafkaSettings withAuditRetention(Duration retention) {
        return with(partitions, client, retention, meters, traces);
    }

    /** The same log, whose clients show their metrics. */
    public KafkaSettings withMeters(ClientMeters shown) {
        return with(partitions, client, auditRetention, shown, traces);
    }

    /** The same log, whose applications record spans. */
    public KafkaSettings withTraces(Traces recorded) {
        return with(partitions, client, auditRetention, meters, recorded);
    }

    private KafkaSettings with(
            int count,
            ClientProperties other,
            Duration retention,
            @Nullable ClientMeters shownIn,
            Traces recorded) {
        return new KafkaSettings(
                bootstrapServers,
                count,
                replicationFactor,
                minInSyncReplicas,
                durability,
                nodeId,
                other,
                retention,
                shownIn,
                recorded);
    }

    /** The settings of an admin client that gives up after seconds instead of minutes. */
    public Map<String, Object> adminConfig(String clientId) {
        return adminConfig(clientId, 5_000, 10_000);
    }

    /** The settings of an admin client with timeouts by default. */
    Map<String, Object> adminConfig(String clientId, int requestMillis, int callMillis) {
        Map<String, Object> all = Connections.to(this);
        all.put(CommonClientConfigs.CLIENT_ID_CONFIG, clientId + "-" + nodeId);
        Connections.timeouts(all, requestMillis, callMillis);
        all.putIfAbsent(CommonClientConfigs.METADATA_MAX_AGE_CONFIG, 30_000L);
        return all;
    }

    /** Whether a node can have this name. */
    public static boolean isNodeId(String text) {
        return NODE_ID.matcher(text).matches();
    }

    private static boolean isServer(String server) {
        var matcher = SERVER.matcher(server);
        return matcher.matches() && Integer.parseInt(matcher.group(1)) <= 65_535;
    }

    private static void require(boolean holds, String message, Object value) {
        if (!holds) {
            throw new IllegalArgumentException(message.formatted(value));
        }
    }
}
