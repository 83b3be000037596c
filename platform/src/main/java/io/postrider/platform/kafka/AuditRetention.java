package io.postrider.platform.kafka;

import static org.apache.kafka.common.config.TopicConfig.RETENTION_MS_CONFIG;

import io.postrider.schemas.Topics;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Applies the retention setting of the audit to its topic; an operator may change it between two starts. */
final class AuditRetention {

    private static final Logger LOGGER = LoggerFactory.getLogger(AuditRetention.class);
    private static final String TOPIC = Topics.AUDIT.name();

    private final KafkaSettings settings;
    private final Admin admin;
    private final TopicConfigReader configs;

    AuditRetention(KafkaSettings settings, Admin admin, TopicConfigReader configs) {
        this.settings = settings;
        this.admin = admin;
        this.configs = configs;
    }

    /** Brings the topic, which exists, in line, and names it if it was not. */
    Set<String> apply() {
        String wanted = Long.toString(settings.auditRetention().toMillis());
        boolean kept =
                configs.read(Set.of(TOPIC)).values().stream()
                        .map(config -> config.get(RETENTION_MS_CONFIG))
                        .allMatch(found -> found != null && wanted.equals(found.value()));
        if (kept) {
            return Set.of();
        }
        var operation =
                new AlterConfigOp(
                        new ConfigEntry(RETENTION_MS_CONFIG, wanted), AlterConfigOp.OpType.SET);
        try {
            Replies.await(
                    admin.incrementalAlterConfigs(
                                    Map.of(TopicConfigReader.resource(TOPIC), List.of(operation)))
                            .all(),
                    "set the retention of the audit topic");
        } catch (KafkaException e) {
            // The check that follows refuses to start and names the topic.
            LOGGER.atWarn().setCause(e).log("Kafka rejected the retention of the audit topic");
        }
        return Set.of(TOPIC);
    }
}
