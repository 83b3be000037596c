package io.postrider.platform.kafka;

import io.postrider.platform.kafka.ListenerProbe.Answer.Foreign;
import io.postrider.platform.kafka.ListenerProbe.Answer.Silence;
import io.postrider.platform.kafka.ListenerProbe.Answer.Speaks;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import javax.security.sasl.Sasl;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.jspecify.annotations.Nullable;

/**
 * Waits until the cluster answers and has enough brokers, and says so while it waits. A listener with another security protocol
 * than the clients, or another service, would never answer them, so it ends the wait.
 */
final class ClusterStartupWait {

    private static final Duration FIRST_TRY = Duration.ofSeconds(2);

    /** Two connections with TLS and SASL over a slow network take seconds. */
    private static final Duration LONGEST_TRY = Duration.ofSeconds(10);

    private static final Duration PAUSE = Duration.ofMillis(200);
    private static final Duration BETWEEN_REPORTS = Duration.ofSeconds(5);

    private final KafkaSettings settings;
    private final Admin admin;
    private final Duration patience;
    private final LongSupplier nanoTime;
    private final Consumer<String> progress;

    ClusterStartupWait(
            KafkaSettings settings,
            Admin admin,
            Duration patience,
            LongSupplier nanoTime,
            Consumer<String> progress) {
        this.settings = settings;
        this.admin = admin;
        this.patience = patience;
        this.nanoTime = nanoTime;
        this.progress = progress;
    }

    /**
     * Creates an admin client, which connects at once, unless a listener shows that it would not answer it.
     *
     * @throws LogRejectedException when that is so, or there can be no client with these settings
     */
    static Admin connect(KafkaSettings settings, String clientId) {
        if (!ListenerProtocol.of(settings.client()).tls()) {
            // Such a client takes the first bytes of any answer for its size, and allocates so
            // much: 336 MiB for an alert of TLS, 1.1 GiB for HTTP (KAFKA-4090).
            requireProtocol(settings);
        }
        Admin admin;
        try {
            admin = Admin.create(settings.adminConfig(clientId));
        } catch (KafkaException e) {
            throw new Rejections(settings).noClient(e);
        }
        String mechanism = settings.client().mechanism();
        if (ListenerProtocol.of(settings.client()).sasl() == ListenerProtocol.Sasl.REQUIRED
                && !isKnown(mechanism)) {
            admin.close(Duration.ZERO);
            throw new Rejections(settings).noMechanism(mechanism);
        }
        return admin;
    }

    /** Whether a login module registered a mechanism; a client does so when it is created. */
    private static boolean isKnown(String mechanism) {
        return Collections.list(Sasl.getSaslClientFactories()).stream()
                .flatMap(factory -> Stream.of(factory.getMechanismNames(Map.of())))
                .anyMatch(mechanism::equals);
    }

    /**
     * Returns once the cluster is there.
     *
     * @throws LogUnreachableException when it is not within the patience
     * @throws LogRejectedException when the clients have the wrong security protocol, or no broker listens at a bootstrap server
     */
    void await() {
        long began = nanoTime.getAsLong();
        Duration reported = Duration.ZERO;
        Duration attempt = FIRST_TRY;
        while (true) {
            Look look = look(attempt);
            attempt = min(attempt.multipliedBy(2), LONGEST_TRY);
            if (look.brokers() >= settings.replicationFactor()) {
                return;
            }
            if (look.brokers() == 0) {
                requireProtocol(settings);
            }
            Duration waited = Duration.ofNanos(nanoTime.getAsLong() - began);
            if (waited.compareTo(patience) >= 0) {
                throw new LogUnreachableException(
                        look.shortfall(settings) + hint(look, waited), look.failure());
            }
            if (reported.isZero() || waited.minus(reported).compareTo(BETWEEN_REPORTS) >= 0) {
                reported = waited;
                progress.accept(
                        "%s; waiting, %d s of %d s"
                                .formatted(
                                        look.shortfall(settings) + hint(look, waited),
                                        waited.toSeconds(),
                                        patience.toSeconds()));
            }
            Replies.pause(PAUSE);
        }
    }

    private static void requireProtocol(KafkaSettings settings) {
        ListenerProtocol client = ListenerProtocol.of(settings.client());
        for (ListenerProbe.Answer answer : ListenerProbe.answers(settings)) {
            switch (answer) {
                case Speaks(ListenerProtocol protocol) when client.contradicts(protocol) ->
                        throw new Rejections(settings).otherProtocol(client, protocol);
                case Foreign(String server) -> throw Rejections.notKafka(server);
                case Speaks _, Silence _ -> {}
            }
        }
    }

    private String hint(Look look, Duration waited) {
        boolean silent =
                look.brokers() == 0
                        && waited.compareTo(BETWEEN_REPORTS) >= 0
                        && ListenerProbe.anyAccepts(settings);
        return silent ? ", although its port accepts connections" : "";
    }

    private static Duration min(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private Look look(Duration timeout) {
        var options = new DescribeClusterOptions().timeoutMs(Math.toIntExact(timeout.toMillis()));
        try {
            var nodes = admin.describeCluster(options).nodes();
            return new Look(Replies.await(nodes, "which brokers are there").size(), null);
        } catch (AuthenticationException e) {
            // The handshake also fails with a listener without TLS, and with another service.
            requireProtocol(settings);
            throw e;
        } catch (LogUnreachableException e) {
            if (Thread.currentThread().isInterrupted()) {
                throw e;
            }
            return new Look(0, e);
        }
    }

    /** The result of one attempt. */
    private record Look(int brokers, @Nullable LogUnreachableException failure) {

        String shortfall(KafkaSettings settings) {
            return brokers == 0
                    ? "Kafka at %s is not reachable".formatted(settings.bootstrapServers())
                    : "Kafka at %s has %d of the %d brokers that the replication factor requires"
                            .formatted(
                                    settings.bootstrapServers(),
                                    brokers,
                                    settings.replicationFactor());
        }
    }
}
