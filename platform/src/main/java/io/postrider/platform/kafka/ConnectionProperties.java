package io.postrider.platform.kafka;

import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.config.ConfigDef.LambdaValidator;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.Validator;
import org.apache.kafka.common.config.ConfigException;

/** Checks properties of connections: Kafka takes values with which no request succeeds, and a start would wait for its cluster. */
final class ConnectionProperties {

    private static final Validator BUFFER = offOrAtLeast(1);

    private static final Map<String, Validator> LIMITS =
            Map.of(
                    // A fetch of a view waits a second for records; a producer gives up after two
                    // minutes.
                    CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG,
                    Range.between(2_000, 60_000),
                    CommonClientConfigs.DEFAULT_API_TIMEOUT_MS_CONFIG,
                    Range.atLeast(2_000),
                    CommonClientConfigs.SOCKET_CONNECTION_SETUP_TIMEOUT_MS_CONFIG,
                    Range.atLeast(10),
                    CommonClientConfigs.SOCKET_CONNECTION_SETUP_TIMEOUT_MAX_MS_CONFIG,
                    Range.atLeast(10),
                    CommonClientConfigs.METADATA_MAX_AGE_CONFIG,
                    Range.atLeast(1_000),
                    CommonClientConfigs.CONNECTIONS_MAX_IDLE_MS_CONFIG,
                    offOrAtLeast(1_000),
                    CommonClientConfigs.SEND_BUFFER_CONFIG,
                    BUFFER,
                    CommonClientConfigs.RECEIVE_BUFFER_CONFIG,
                    BUFFER);

    private ConnectionProperties() {}

    /**
     * Requires values that a client can work with.
     *
     * @throws ConfigException for the first other one
     */
    static void require(AdminClientConfig read) {
        Map<String, ?> values = read.values();
        LIMITS.forEach((name, limits) -> limits.ensureValid(name, values.get(name)));
        requireTimeForARequest(read);
    }

    /** The defaults of Postrider follow what is set of the two. */
    private static void requireTimeForARequest(AdminClientConfig read) {
        String request = CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG;
        String call = CommonClientConfigs.DEFAULT_API_TIMEOUT_MS_CONFIG;
        boolean both = read.originals().containsKey(request) && read.originals().containsKey(call);
        if (both && read.getInt(call) < read.getInt(request)) {
            throw new ConfigException(call, read.getInt(call), "Value must be at least " + request);
        }
    }

    private static Validator offOrAtLeast(int least) {
        String allowed = "-1 or at least " + least;
        return LambdaValidator.with(
                (name, value) -> {
                    long number = ((Number) value).longValue();
                    if (number != -1 && number < least) {
                        throw new ConfigException(name, value, "Value must be " + allowed);
                    }
                },
                () -> allowed);
    }
}
