package io.postrider.platform.kafka;

import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RetriableException;
import org.springframework.kafka.core.KafkaAdmin;

/** Creates topics with the admin client of the provisioner. A topic that another node creates meanwhile is not a failure. */
final class TopicCreation extends KafkaAdmin {

    private final Admin admin;

    TopicCreation(Admin admin) {
        super(Map.of());
        this.admin = admin;
        setOperationTimeout(Math.toIntExact(Replies.BOUND.toSeconds()));
    }

    /** A handle, because each operation closes its admin client. */
    @Override
    protected Admin createAdmin() {
        return SharedClient.handle(Admin.class, () -> admin);
    }

    /**
     * Creates a topic if it is missing.
     *
     * @throws LogUnreachableException when there is no answer in time, or one that a later try may change
     * @throws KafkaException when the cluster refused
     */
    void create(NewTopic topic) {
        try {
            createOrModifyTopics(topic);
        } catch (org.springframework.kafka.KafkaException e) {
            throw failure(e, "create " + topic.name());
        }
    }

    /** The same for all topics at once; false if one of them failed. */
    boolean create(List<NewTopic> topics) {
        try {
            createOrModifyTopics(topics.toArray(NewTopic[]::new));
            return true;
        } catch (org.springframework.kafka.KafkaException e) {
            // It does not name the topic.
            return false;
        }
    }

    private static RuntimeException failure(RuntimeException failure, String question) {
        return switch (failure.getCause()) {
            case TimeoutException e ->
                    new LogUnreachableException("Kafka did not respond in time: " + question, e);
            case RetriableException e ->
                    new LogUnreachableException(
                            "Kafka request failed: %s (%s)".formatted(question, e.getMessage()), e);
            case KafkaException e -> e;
            case null, default -> failure;
        };
    }
}
