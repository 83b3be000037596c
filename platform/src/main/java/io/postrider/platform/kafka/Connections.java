package io.postrider.platform.kafka;

import io.postrider.platform.meters.ClientMeters;
import io.postrider.platform.meters.ClientMetricsReporter;
import io.postrider.platform.traces.Traces;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.producer.ProducerConfig;

/** The connection settings of every client, and the timeouts that an installation can set. */
public final class Connections {

    /**
     * A machine that vanishes does not refuse connections: it is silent. Only after a failed connection does a client look up
     * the new leader, by default after ten to thirty seconds; and the look-up fails until the cluster has decided, so every
     * step of a takeover costs this time again. Without authentication the timeout concerns TCP only, which a busy broker's
     * kernel answers: a few round trips of the longest path.
     */
    private static final long SET_UP_MILLIS = 300;

    private static final long SET_UP_MAX_MILLIS = 600;

    /** TLS and SASL belong to the setup of a connection: up to seven round trips, and the work of the broker. */
    private static final long SECURE_SET_UP_MILLIS = 5_000;

    private static final long SECURE_SET_UP_MAX_MILLIS = 10_000;
    private static final long RECONNECT_MILLIS = 50;
    private static final long RECONNECT_MAX_MILLIS = 250;

    private Connections() {}

    /** The settings of connections in a new map: the defaults, and the properties of the installation. */
    public static Map<String, Object> to(KafkaSettings log) {
        Map<String, Object> all = new HashMap<>();
        boolean secure = log.client().authenticates();
        all.put(
                CommonClientConfigs.SOCKET_CONNECTION_SETUP_TIMEOUT_MS_CONFIG,
                secure ? SECURE_SET_UP_MILLIS : SET_UP_MILLIS);
        all.put(
                CommonClientConfigs.SOCKET_CONNECTION_SETUP_TIMEOUT_MAX_MS_CONFIG,
                secure ? SECURE_SET_UP_MAX_MILLIS : SET_UP_MAX_MILLIS);
        all.put(CommonClientConfigs.RECONNECT_BACKOFF_MS_CONFIG, RECONNECT_MILLIS);
        all.put(CommonClientConfigs.RECONNECT_BACKOFF_MAX_MS_CONFIG, RECONNECT_MAX_MILLIS);
        ClientMeters meters = log.meters();
        if (meters != null) {
            all.put(
                    CommonClientConfigs.METRIC_REPORTER_CLASSES_CONFIG,
                    ClientMetricsReporter.class.getName());
            all.put(ClientMeters.CONFIG, meters);
        }
        if (log.traces().isOn()) {
            all.put(Traces.CONFIG, log.traces());
        }
        Map<String, Object> given = log.client().values();
        all.putAll(given);
        reach(
                all,
                given,
                CommonClientConfigs.SOCKET_CONNECTION_SETUP_TIMEOUT_MS_CONFIG,
                CommonClientConfigs.SOCKET_CONNECTION_SETUP_TIMEOUT_MAX_MS_CONFIG);
        reach(
                all,
                given,
                CommonClientConfigs.RECONNECT_BACKOFF_MS_CONFIG,
                CommonClientConfigs.RECONNECT_BACKOFF_MAX_MS_CONFIG);
        all.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, log.bootstrapServers());
        return all;
    }

    /** Raises the default of a maximum to the time that the installation sets: Kafka takes the smaller one of the two. */
    private static void reach(
            Map<String, Object> all, Map<String, Object> given, String time, String max) {
        if (!given.containsKey(max)) {
            all.put(max, Math.max(millis(all, time), millis(all, max)));
        }
    }

    /** Adds the timeouts of requests and calls that the installation does not set: a request takes no longer than its call. */
    public static void timeouts(Map<String, Object> all, int requestMillis, int callMillis) {
        String request = CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG;
        String call = CommonClientConfigs.DEFAULT_API_TIMEOUT_MS_CONFIG;
        all.putIfAbsent(
                request,
                all.containsKey(call) ? Math.min(requestMillis, number(all, call)) : requestMillis);
        all.putIfAbsent(call, Math.max(number(all, request), callMillis));
    }

    /**
     * Adds the delivery timeout of a producer, on which callers rely. A request may take as long as the installation sets, and
     * no longer than the delivery.
     *
     * @param all with the linger time of the producer
     */
    public static void delivery(
            Map<String, Object> all, Duration delivery, Duration requestByDefault) {
        int millis = Math.toIntExact(delivery.toMillis());
        all.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, millis);
        all.putIfAbsent(
                CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG,
                Math.toIntExact(requestByDefault.toMillis()));
        all.put(
                CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG,
                Math.min(
                        number(all, CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG),
                        millis - number(all, ProducerConfig.LINGER_MS_CONFIG)));
    }

    private static long millis(Map<String, Object> all, String name) {
        return Long.parseLong(String.valueOf(all.get(name)));
    }

    private static int number(Map<String, Object> all, String name) {
        return Integer.parseInt(String.valueOf(all.get(name)));
    }

    /**
     * The settings of an idempotent producer that has one request per broker in flight; a map of its own.
     *
     * <p>A broker without state for a producer accepts any sequence number. A broker that is starting can reject a batch
     * with {@code NOT_LEADER_OR_FOLLOWER} and accept the next one, which is in flight already. It then rejects each retry
     * of the first batch with {@code OUT_OF_ORDER_SEQUENCE_NUMBER} until the delivery timeout of the producer.
     */
    public static Map<String, Object> ofOrderedProducer(KafkaSettings log) {
        Map<String, Object> all = to(log);
        all.put(ProducerConfig.ACKS_CONFIG, "all");
        all.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        all.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1);
        return all;
    }
}
