package io.postrider.platform.kafka;

import io.postrider.schemas.NamePrefix;
import io.postrider.schemas.Topic;
import io.postrider.schemas.Topics;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Finds the permissions that are missing, before a thread needs one and fails again and again. */
final class AccessCheck {

    /** Like those of all groups and transactions. */
    private static final String UNUSED_ID = NamePrefix.of("postrider-provisioning");

    private static final String GROUPS = "READ on group " + NamePrefix.of("postrider-*");

    private static final String TRANSACTIONS =
            "WRITE on transactional ID " + NamePrefix.of("postrider-*");

    private static final TopicPartition UNUSED_TOPIC =
            new TopicPartition(NamePrefix.of("postrider.none"), 0);

    private static final Set<AclOperation> OF_TOPICS =
            EnumSet.of(
                    AclOperation.READ,
                    AclOperation.WRITE,
                    AclOperation.CREATE,
                    AclOperation.DELETE,
                    AclOperation.ALTER_CONFIGS);

    private static final Set<AclOperation> OF_KAFKAS_OWN =
            EnumSet.of(AclOperation.DESCRIBE, AclOperation.ALTER_CONFIGS);

    private static final int NAMED_MAX = 3;

    private final KafkaSettings settings;
    private final Admin admin;

    AccessCheck(KafkaSettings settings, Admin admin) {
        this.settings = settings;
        this.admin = admin;
    }

    /** The missing operations with their resources, in words. */
    List<String> missing() {
        Set<AclOperation> ofCluster = ofCluster();
        if (allowsAll(ofCluster)) {
            return List.of();
        }
        List<String> missing = new ArrayList<>(ofTopics(ofCluster));
        if (!group()) {
            missing.add(GROUPS);
        }
        if (!transactions()) {
            missing.add(TRANSACTIONS);
        }
        return missing;
    }

    /** The missing operations on topics. */
    List<String> missingOnTopics() {
        Set<AclOperation> ofCluster = ofCluster();
        return allowsAll(ofCluster) ? List.of() : ofTopics(ofCluster);
    }

    /**
     * All as far as descriptions show it, without a request that could change anything. A coordinator is only asked where
     * Postrider has been started before: the brokers create its topic otherwise.
     */
    List<String> missingOf(Set<String> present) {
        Set<AclOperation> ofCluster = ofCluster();
        if (allowsAll(ofCluster)) {
            return List.of();
        }
        List<String> missing = new ArrayList<>(ofTopics(ofCluster));
        boolean started = Topics.all().stream().map(Topic::name).anyMatch(present::contains);
        if ((started || present.contains("__consumer_offsets"))
                && !described(admin.listConsumerGroupOffsets(UNUSED_ID).all())) {
            missing.add(GROUPS);
        }
        if ((started || present.contains("__transaction_state"))
                && !described(admin.describeTransactions(List.of(UNUSED_ID)).all())) {
            missing.add(TRANSACTIONS);
        }
        return missing;
    }

    /** There is no authorizer, or it allows this user everything. */
    private static boolean allowsAll(Set<AclOperation> ofCluster) {
        return ofCluster.contains(AclOperation.CLUSTER_ACTION);
    }

    private static boolean described(KafkaFuture<?> reply) {
        try {
            Replies.await(reply, "which groups and transactions are allowed");
        } catch (GroupAuthorizationException | TransactionalIdAuthorizationException _) {
            return false;
        } catch (ApiException _) {
            // Allowed, and unknown.
        }
        return true;
    }

    private List<String> ofTopics(Set<AclOperation> ofCluster) {
        Map<String, Set<AclOperation>> found =
                allowed(Topics.all().stream().map(Topic::name).toList());
        Map<AclOperation, List<String>> lacking = new TreeMap<>();
        found.forEach((name, allowed) ->
                lacking(allowed, OF_TOPICS, ofCluster)
                        .forEach(operation ->
                                lacking.computeIfAbsent(operation, _ -> new ArrayList<>())
                                        .add(name)));
        List<String> missing = new ArrayList<>();
        lacking.forEach((operation, names) ->
                missing.add(operation + " on " + topics(names, found.size())));
        if (settings.durability() == Durability.FSYNC) {
            allowed(FlushPolicy.KAFKAS_OWN)
                    .forEach((name, allowed) ->
                            lacking(allowed, OF_KAFKAS_OWN, Set.of())
                                    .forEach(operation ->
                                            missing.add(operation + " on topic " + name)));
        }
        return missing;
    }

    /** The operations that are allowed on those topics that exist; none on one that this client may not know. */
    private Map<String, Set<AclOperation>> allowed(List<String> names) {
        var options = new DescribeTopicsOptions().includeAuthorizedOperations(true);
        var replies = admin.describeTopics(names, options).topicNameValues();
        Map<String, Set<AclOperation>> found = new LinkedHashMap<>();
        replies.forEach((name, reply) -> {
            try {
                Set<AclOperation> allowed =
                        Replies.await(reply, "which operations on topics are allowed")
                                .authorizedOperations();
                // Brokers that know no operations say so, and are not asked for more.
                boolean unknown = allowed == null || allowed.isEmpty();
                found.put(name, unknown ? Set.of(AclOperation.ALL) : allowed);
            } catch (TopicAuthorizationException _) {
                found.put(name, Set.of());
            } catch (LogUnreachableException e) {
                if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
                    throw e;
                }
            }
        });
        return found;
    }

    private Set<AclOperation> ofCluster() {
        var options = new DescribeClusterOptions().includeAuthorizedOperations(true);
        Set<AclOperation> found =
                Replies.await(
                        admin.describeCluster(options).authorizedOperations(),
                        "which operations on the cluster are allowed");
        return found == null ? Set.of() : found;
    }

    private static Set<AclOperation> lacking(
            Set<AclOperation> allowed, Set<AclOperation> needed, Set<AclOperation> ofCluster) {
        if (allowed.contains(AclOperation.ALL)) {
            return Set.of();
        }
        Set<AclOperation> lacking = EnumSet.copyOf(needed);
        lacking.removeAll(allowed);
        if (ofCluster.contains(AclOperation.CREATE)) {
            lacking.remove(AclOperation.CREATE);
        }
        return lacking;
    }

    private static String topics(List<String> names, int present) {
        if (names.size() == present) {
            return "topic " + NamePrefix.of("postrider*");
        }
        int others = names.size() - NAMED_MAX;
        return "topic "
                + String.join(", ", names.subList(0, Math.min(names.size(), NAMED_MAX)))
                + (others > 0 ? " and " + others + " others" : "");
    }

    /** Commits no offset, since the topic does not exist. */
    private boolean group() {
        try {
            var offset = Map.of(UNUSED_TOPIC, new OffsetAndMetadata(0));
            var reply = admin.alterConsumerGroupOffsets(UNUSED_ID, offset);
            Replies.await(reply.partitionResult(UNUSED_TOPIC), "whether groups are allowed");
        } catch (GroupAuthorizationException _) {
            return false;
        } catch (TopicAuthorizationException _) {
            // The group is allowed.
        } catch (LogUnreachableException e) {
            if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
                throw e;
            }
        }
        return true;
    }

    /** Begins no transaction. */
    private boolean transactions() {
        try {
            Replies.await(
                    admin.fenceProducers(List.of(UNUSED_ID)).all(),
                    "whether transactions are allowed");
        } catch (TransactionalIdAuthorizationException _) {
            return false;
        }
        return true;
    }
}
