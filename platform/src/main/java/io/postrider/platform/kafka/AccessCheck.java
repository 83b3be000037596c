package io.postrider.platform.kafka;

import io.postrider.schemas.Topic;
import io.postrider.schemas.Topics;
import java.util.ArrayList;
import java.util.EnumSet;
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
import org.jspecify.annotations.Nullable;

/** Finds the permissions that are missing, before a thread needs one and fails again and again. */
final class AccessCheck {

    /** Like those of all groups and transactions. */
    private static final String UNUSED_ID = "postrider-provisioning";

    private static final TopicPartition UNUSED_TOPIC = new TopicPartition("postrider.none", 0);

    private static final Set<AclOperation> OF_TOPICS =
            EnumSet.of(
                    AclOperation.READ,
                    AclOperation.WRITE,
                    AclOperation.CREATE,
                    AclOperation.DELETE,
                    AclOperation.ALTER_CONFIGS);

    private final Admin admin;

    AccessCheck(Admin admin) {
        this.admin = admin;
    }

    /** The missing operations with their resources, in words. */
    List<String> missing() {
        Set<AclOperation> ofCluster = ofCluster();
        if (ofCluster.contains(AclOperation.CLUSTER_ACTION)) {
            // There is no authorizer, or it allows this user everything.
            return List.of();
        }
        List<String> missing =
                new ArrayList<>(
                        ofTopics(ofCluster, Topics.all().stream().map(Topic::name).toList()));
        if (!group()) {
            missing.add("READ on group postrider-*");
        }
        if (!transactions()) {
            missing.add("WRITE on transactional ID postrider-*");
        }
        return missing;
    }

    /**
     * The same as far as descriptions show it, without a request that could change anything. A missing topic and a missing
     * topic of coordinators are not asked for.
     */
    List<String> missingOf(Set<String> present) {
        Set<AclOperation> ofCluster = ofCluster();
        if (ofCluster.contains(AclOperation.CLUSTER_ACTION)) {
            return List.of();
        }
        List<String> names =
                Topics.all().stream().map(Topic::name).filter(present::contains).toList();
        List<String> missing = new ArrayList<>(ofTopics(ofCluster, names));
        if (present.contains("__consumer_offsets")
                && !described(admin.listConsumerGroupOffsets(UNUSED_ID).all())) {
            missing.add("READ on group postrider-*");
        }
        if (present.contains("__transaction_state")
                && !described(admin.describeTransactions(List.of(UNUSED_ID)).all())) {
            missing.add("WRITE on transactional ID postrider-*");
        }
        return missing;
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

    private List<String> ofTopics(Set<AclOperation> ofCluster, List<String> names) {
        var options = new DescribeTopicsOptions().includeAuthorizedOperations(true);
        Map<AclOperation, List<String>> missing = new TreeMap<>();
        Replies.await(
                        admin.describeTopics(names, options).allTopicNames(),
                        "which operations on topics are allowed")
                .forEach((name, description) ->
                        lacking(description.authorizedOperations(), ofCluster)
                                .forEach(operation ->
                                        missing.computeIfAbsent(operation, _ -> new ArrayList<>())
                                                .add(name)));
        return missing.entrySet().stream()
                .map(entry -> entry.getKey() + " on " + topics(entry.getValue()))
                .toList();
    }

    private Set<AclOperation> ofCluster() {
        var options = new DescribeClusterOptions().includeAuthorizedOperations(true);
        Set<AclOperation> found =
                Replies.await(
                        admin.describeCluster(options).authorizedOperations(),
                        "which operations on the cluster are allowed");
        return found == null ? Set.of() : found;
    }

    /** Brokers that know no operations say so, and are not asked for more. */
    private static Set<AclOperation> lacking(
            @Nullable Set<AclOperation> allowed, Set<AclOperation> ofCluster) {
        if (allowed == null || allowed.isEmpty() || allowed.contains(AclOperation.ALL)) {
            return Set.of();
        }
        Set<AclOperation> lacking = EnumSet.copyOf(OF_TOPICS);
        lacking.removeAll(allowed);
        if (ofCluster.contains(AclOperation.CREATE)) {
            lacking.remove(AclOperation.CREATE);
        }
        return lacking;
    }

    private static String topics(List<String> names) {
        return names.size() == Topics.all().size()
                ? "topic postrider*"
                : "topic " + String.join(", ", names);
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
