package io.postrider.platform.streams.transactional;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.streams.errors.StreamsException;
import org.jspecify.annotations.Nullable;

/** The ids of changelog topics. One that is deleted and made again has another id, and so has that of another cluster. */
final class ChangelogTopics {

    private static final long PATIENCE_SECONDS = 10;

    private final Map<String, Uuid> known = new ConcurrentHashMap<>();
    private volatile @Nullable Admin admin;

    /** Uses this client from now on. */
    void ask(Admin client) {
        admin = client;
    }

    /** The id of a topic; zero without a cluster, as in a test. */
    Uuid idOf(String topic) {
        Admin client = admin;
        return client == null
                ? Uuid.ZERO_UUID
                : known.computeIfAbsent(topic, name -> described(client, name));
    }

    /** The topic may be another one when its id is needed again. */
    void forget(String topic) {
        known.remove(topic);
    }

    private static Uuid described(Admin client, String topic) {
        try {
            Map<String, TopicDescription> found =
                    client.describeTopics(List.of(topic))
                            .allTopicNames()
                            .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            return requireNonNull(found.get(topic)).topicId();
        } catch (ExecutionException | TimeoutException e) {
            throw new StreamsException("Kafka does not answer", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StreamsException("interrupted", e);
        }
    }
}
