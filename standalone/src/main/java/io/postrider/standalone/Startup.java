package io.postrider.standalone;

import io.postrider.runtime.settings.Settings;
import io.postrider.standalone.firstrun.FirstRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** The order of a start: the log, the services, HTTP, and at the very first an owner with a key. */
final class Startup implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final Settings settings;
    private final Console console;
    private final Closing closing = new Closing();

    /** The start did not come to its end. */
    static final class Failed extends RuntimeException {
        Failed(String message) {
            super(message);
        }
    }

    Startup(Settings settings, Console console) {
        this.settings = settings;
        this.console = console;
    }

    void run() throws InterruptedException {
        console.say("data folder " + Standalone.shown(settings.dataDir()));
        LogSide log = LogSide.start(settings, closing, console::say);
        console.say("starting the services");
        Engine engine = Engine.start(settings, log, closing);
        engine.gateway.warmUp(Duration.ofSeconds(10));
        HttpSide.start(settings, log, engine, closing);
        await("keys and links", engine.edgeView.caughtUp());
        await("the decider", engine.decider.running());
        await("lists", engine.readView.caughtUp());
        await("clicks", engine.clicks.running());
        await("webhooks", engine.dispatcher.app().running());
        boolean first = firstRun(engine);
        console.say("ready");
        report(log, first);
    }

    @Override
    public void close() {
        closing.close();
    }

    private void await(String what, CompletableFuture<?> ready) throws InterruptedException {
        try {
            ready.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            console.say(what + ": restored");
        } catch (ExecutionException | TimeoutException e) {
            throw new Failed(what + ": not restored: " + e.getMessage());
        }
    }

    private boolean firstRun(Engine engine) throws InterruptedException {
        Map<String, Object> producerSettings =
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        engine.bootstrap(),
                        ProducerConfig.ACKS_CONFIG,
                        "all");
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(
                        producerSettings, new ByteArraySerializer(), new ByteArraySerializer())) {
            return new FirstRun(
                            settings.dataDir(),
                            settings.baseUrl(),
                            engine.gateway,
                            producer,
                            engine.dataKeys,
                            engine.secretFiles.tokenHasher(),
                            engine.ids,
                            engine.clock)
                    .ensure();
        } catch (IOException | FirstRun.Interrupted e) {
            throw new Failed("first run: " + e.getMessage());
        }
    }

    private void report(LogSide log, boolean first) {
        Path file = settings.dataDir().resolve(FirstRun.FILE);
        console.line("");
        console.line("Postrider is up.");
        console.line("  API      " + settings.baseUrl() + "/api/v1");
        console.line("  ready    " + settings.baseUrl() + "/readyz");
        console.line("  Kafka    " + log.settings().bootstrapServers());
        console.line("  data     " + Standalone.shown(settings.dataDir()));
        if (first) {
            console.line(
                    "  owner    what you need to begin, shown once and kept in "
                            + Standalone.shown(file));
            lines(file).forEach(line -> console.line("           " + line));
        }
        console.line("Ctrl-C stops it.");
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            return List.of("cannot be read: " + e.getMessage());
        }
    }
}
