package io.postrider.platform.kafka;

import static java.util.stream.Collectors.toMap;

import java.util.Collection;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.common.config.ConfigResource;

/** Reads the configuration that topics have in effect, broker defaults included. */
final class TopicConfigReader {

    private final Admin admin;

    TopicConfigReader(Admin admin) {
        this.admin = admin;
    }

    Map<String, Config> read(Collection<String> topics) {
        var resources = topics.stream().map(TopicConfigReader::resource).toList();
        Map<ConfigResource, Config> configs =
                Replies.await(
                        admin.describeConfigs(resources).all(), "how the topics are configured");
        return configs.entrySet().stream()
                .collect(toMap(entry -> entry.getKey().name(), Map.Entry::getValue));
    }

    static ConfigResource resource(String topic) {
        return new ConfigResource(ConfigResource.Type.TOPIC, topic);
    }
}
