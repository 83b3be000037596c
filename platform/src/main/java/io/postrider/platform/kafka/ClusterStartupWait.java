package io.postrider.platform.kafka;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.jspecify.annotations.Nullable;

/**
 * Waits until the cluster answers and has enough brokers, and says so while it waits. A listener with another security protocol
 * than the clients would never answer them, so it ends the wait.
 */
final class ClusterStartupWait {

    private static final Duration FIRST_TRY = Duration.ofSeconds(2);

    /** Two connections with TLS and SASL over a slow network take seconds. */
    private static final Duration LONGEST_TRY = Duration.ofSeconds(10);

    private static final Duration PAUSE = Duration.ofMillis(200);
    private static final Duration BETWEEN_REPORTS = Duration.ofSeconds(5);

    private final KafkaSettings settings;
    private final ListenerProtocol client;
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
        this.client = ListenerProtocol.of(settings.client());
        this.admin = admin;
        this.patience = patience;
        this.nanoTime = nanoTime;
        this.progress = progress;
    }

    /**
     * Returns once the cluster is there.
     *
     * @throws LogUnreachableException when it is not within the patience
     * @throws LogRejectedException when the clients have the wrong security protocol
     */
    void await() {
        long began = nanoTime.getAsLong();
        Duration reported = Duration.ZERO;
        Duration attempt = FIRST_TRY;
        while (true) {
            if (!client.tls()) {
                // A client without TLS takes the alert of a listener with TLS for the size of an
                // answer, and allocates 336 MiB for it (KAFKA-4090).
                requireProtocol();
            }
            Look look = look(attempt);
            attempt = min(attempt.multipliedBy(2), LONGEST_TRY);
            if (look.brokers() >= settings.replicationFactor()) {
                return;
            }
            if (look.brokers() == 0 && client.tls()) {
                requireProtocol();
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

    private void requireProtocol() {
        ListenerProbe.accepting(settings)
                .flatMap(ListenerProbe::ask)
                .filter(client::contradicts)
                .ifPresent(listener -> {
                    throw new Rejections(settings).otherProtocol(client, listener);
                });
    }

    private String hint(Look look, Duration waited) {
        boolean silent =
                look.brokers() == 0
                        && waited.compareTo(BETWEEN_REPORTS) >= 0
                        && ListenerProbe.accepting(settings).isPresent();
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
