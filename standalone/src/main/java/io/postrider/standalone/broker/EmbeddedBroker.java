package io.postrider.standalone.broker;

import io.postrider.platform.kafka.ClientProperties;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.utils.Time;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A real Kafka broker and controller inside this process, on the loopback interface, with a folder that stays. */
public final class EmbeddedBroker implements AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger(EmbeddedBroker.class);
    private static final Duration CLOSING = Duration.ofSeconds(15);

    private final EmbeddedBrokerSettings settings;
    private final BrokerFolder folder;
    private final Optional<BrokerSecret> secret;
    private final KafkaRaftServer server;
    private final StartClock clock;

    private EmbeddedBroker(
            EmbeddedBrokerSettings settings,
            BrokerFolder folder,
            Optional<BrokerSecret> secret,
            StartClock clock) {
        this.settings = settings;
        this.folder = folder;
        this.secret = secret;
        this.clock = clock;
        this.server = server(settings, folder, secret, clock);
    }

    /**
     * Starts the broker and returns when it takes requests.
     *
     * @throws BrokerStartException with one line for the operator when it cannot start
     */
    public static EmbeddedBroker start(EmbeddedBrokerSettings settings) {
        Path path = settings.folder().toAbsolutePath().normalize();
        EmbeddedBrokerSettings placed =
                new EmbeddedBrokerSettings(
                        path, settings.ports(), settings.durability(), settings.secret());
        placed.ports().requireFree();
        FatalExit.install(path, System.err);
        BrokerFolder folder = BrokerFolder.open(path);
        EmbeddedBroker broker =
                new EmbeddedBroker(placed, folder, secret(placed, folder), clock(folder));
        try {
            broker.server.startup();
            broker.clock.steady();
            return broker;
        } catch (Exception e) {
            broker.close();
            throw failed(placed, e);
        }
    }

    /** The address for Kafka clients on this machine. */
    public String bootstrapServers() {
        return BrokerPorts.HOST + ":" + settings.ports().broker();
    }

    /** The credentials that clients need. */
    public ClientProperties clientProperties() {
        return secret.map(BrokerSecret::shown).orElse(ClientProperties.NONE);
    }

    /** The identity that the folder got when it was formatted. */
    public String clusterId() {
        return folder.clusterId();
    }

    /** Stops the broker in order, so that the next start has nothing to recover. */
    @Override
    public void close() {
        Thread closing = Thread.ofPlatform().name("broker-close").daemon().start(server::shutdown);
        try {
            if (!closing.join(CLOSING)) {
                LOGGER.atWarn()
                        .log("The embedded broker did not stop in time; its log stays valid");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        release(folder);
    }

    private static StartClock clock(BrokerFolder folder) {
        StartClock clock = new StartClock(System::nanoTime);
        if (!folder.wasKilled()) {
            clock.steady();
        }
        return clock;
    }

    /** Under the lock of the folder, so that of two processes one makes it. */
    private static Optional<BrokerSecret> secret(
            EmbeddedBrokerSettings settings, BrokerFolder folder) {
        try {
            return settings.secret().map(BrokerSecret::open);
        } catch (BrokerStartException e) {
            release(folder);
            throw e;
        }
    }

    private static KafkaRaftServer server(
            EmbeddedBrokerSettings settings,
            BrokerFolder folder,
            Optional<BrokerSecret> secret,
            Time clock) {
        try {
            return new KafkaRaftServer(
                    new KafkaConfig(BrokerProperties.of(settings, secret), false), clock);
        } catch (Exception e) {
            release(folder);
            throw failed(settings, e);
        }
    }

    /** Kafka is written in Scala and throws undeclared exceptions, so there is no narrower type to catch. */
    private static BrokerStartException failed(EmbeddedBrokerSettings settings, Exception cause) {
        return new BrokerStartException(
                "The embedded broker on %s did not start: %s"
                        .formatted(settings.folder(), rootOf(cause)),
                cause);
    }

    private static Throwable rootOf(Throwable failure) {
        Throwable root = failure;
        for (Throwable cause = root.getCause(); cause != null; cause = root.getCause()) {
            root = cause;
        }
        return root;
    }

    private static void release(BrokerFolder folder) {
        try {
            folder.close();
        } catch (IOException e) {
            LOGGER.atWarn().setCause(e).log("The lock of the broker folder was not released");
        }
    }
}
