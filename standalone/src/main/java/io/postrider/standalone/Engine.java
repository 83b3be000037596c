package io.postrider.standalone;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.postrider.api.auth.KeyTable;
import io.postrider.api.commands.KafkaCommandGateway;
import io.postrider.api.commands.LocalAnswers;
import io.postrider.api.commands.PendingAnswers;
import io.postrider.api.decider.DeciderTopology;
import io.postrider.api.http.IdMint;
import io.postrider.api.links.KafkaListingRecorder;
import io.postrider.api.redirect.LinkTable;
import io.postrider.api.redirect.RedirectSettings;
import io.postrider.api.spool.ClickSpool;
import io.postrider.api.spool.SpoolDrainer;
import io.postrider.api.spool.SpoolSettings;
import io.postrider.dispatch.WebhookDispatcher;
import io.postrider.projections.ReadModels;
import io.postrider.projections.clicks.ClicksTopology;
import io.postrider.runtime.egress.EgressPolicy;
import io.postrider.runtime.log.Partitions;
import io.postrider.runtime.reads.Reads;
import io.postrider.runtime.secrets.DataKeyView;
import io.postrider.runtime.secrets.DataKeys;
import io.postrider.runtime.secrets.SecretFiles;
import io.postrider.runtime.settings.Settings;
import io.postrider.runtime.streams.StreamsApp;
import io.postrider.runtime.streams.StreamsSettings;
import io.postrider.runtime.views.View;
import io.postrider.runtime.views.ViewMemory;
import io.postrider.runtime.views.ViewRunner;
import io.postrider.runtime.views.ViewSettings;
import io.postrider.runtime.views.ViewStore;
import io.postrider.schemas.LockedSchemaIds;
import io.postrider.schemas.SchemaIds;
import io.postrider.schemas.Topics;
import io.postrider.schemas.json.EventJson;
import io.postrider.schemas.json.LinkJson;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.streams.Topology;

/** Everything of the services but HTTP, put together for one process. */
final class Engine {

    /** Waiting commands that are answered at once would be far fewer; beyond this the log is not keeping up. */
    private static final int COMMANDS_IN_FLIGHT_MAX = 10_000;

    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(10);
    private static final long STORE_CACHE_BYTES = 96L << 20;
    private static final long STORE_WRITE_BYTES = 48L << 20;
    private static final int STORE_FILES_MAX = 128;
    private static final Duration CLICK_COMMIT = Duration.ofMillis(100);

    final SchemaIds ids = LockedSchemaIds.shipped();
    final InstantSource clock = InstantSource.system();
    final SecretFiles secretFiles;
    final DataKeys dataKeys;
    final EgressPolicy egress;
    final LinkJson linkJson;
    final KeyTable keys;
    final LinkTable links;
    final ViewRunner edgeView;
    final ViewRunner readView;
    final Reads reads;
    final KafkaCommandGateway gateway;
    final StreamsApp decider;
    final StreamsApp clicks;
    final WebhookDispatcher dispatcher;
    final ClickSpool spool;
    final RedirectSettings redirectSettings;
    final KafkaListingRecorder listings;
    final Map<String, Object> connection;

    private Engine(Settings settings, LogSide log, Closing closing) {
        connection =
                Map.of(
                        CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG,
                        log.settings().bootstrapServers());
        Path data = settings.dataDir();
        ViewMemory memory = closing.add(new ViewMemory(STORE_CACHE_BYTES, STORE_WRITE_BYTES));
        StreamsSettings streams =
                new StreamsSettings(log.settings(), data.resolve("streams"), memory, null);
        secretFiles = SecretFiles.open(data.resolve("secrets"));
        dataKeys = new DataKeys(secretFiles);
        egress =
                settings.text("POSTRIDER_EGRESS_ALLOW")
                        .map(EgressPolicy::parse)
                        .orElseGet(EgressPolicy::publicOnly);
        linkJson = new LinkJson(settings.baseUrl(), settings.defaultDomain());
        redirectSettings = RedirectSettings.from(settings);

        ViewStore edgeStore = store(closing, data, "edge", memory);
        keys = new KeyTable(ids);
        keys.restore(edgeStore);
        links = new LinkTable(edgeStore, ids);
        DataKeyView keyView = new DataKeyView(dataKeys, ids);
        keyView.load(edgeStore);
        edgeView = runner(closing, "edge", edgeStore, List.of(keys, links, keyView));

        ViewStore readStore = store(closing, data, "reads", memory);
        ReadModels models = new ReadModels(readStore, ids, linkJson);
        readView = runner(closing, "reads", readStore, models.views());
        reads = models.reads(readView);

        PendingAnswers pending =
                closing.add(new PendingAnswers(COMMANDS_IN_FLIGHT_MAX, ANSWER_TIMEOUT));
        gateway =
                closing.add(
                        KafkaCommandGateway.connect(
                                log.settings(), ids, pending, log.health()::reachable, null));
        decider =
                closing.add(
                        new StreamsApp(
                                new DeciderTopology(ids, LocalAnswers.alone(pending)).build(),
                                DeciderTopology.properties(streams)));
        clicks = closing.add(new StreamsApp(clickTopology(log), clickProperties(streams)));
        dispatcher =
                closing.add(
                        new WebhookDispatcher(
                                log.settings(),
                                streams,
                                store(closing, data, "dispatch", memory),
                                secretFiles,
                                egress,
                                new EventJson(linkJson),
                                ids,
                                clock,
                                Version.text()));
        listings =
                closing.add(
                        KafkaListingRecorder.connect(
                                log.settings(),
                                ids,
                                new IdMint(
                                        clock, new SecureRandom(), secretFiles.derive("listings")),
                                new SimpleMeterRegistry()));
        spool = closing.add(ClickSpool.open(data.resolve("spool"), spoolSettings(settings)));
        closing.add(drainer(log));
    }

    /** Puts everything together and starts it; what must be closed is remembered. */
    static Engine start(Settings settings, LogSide log, Closing closing) {
        Engine engine = new Engine(settings, log, closing);
        engine.edgeView.start();
        engine.readView.start();
        engine.decider.start();
        engine.clicks.start();
        engine.dispatcher.start();
        return engine;
    }

    /** The servers of the log. */
    String bootstrap() {
        return String.valueOf(connection.get(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG));
    }

    private Topology clickTopology(LogSide log) {
        return ClicksTopology.build(
                ids, new Partitions(log.settings().partitions()), secretFiles.derive("visitors"));
    }

    private static Properties clickProperties(StreamsSettings streams) {
        Properties all =
                streams.exactlyOnce(ClicksTopology.APPLICATION, CLICK_COMMIT, Duration.ofMillis(5));
        all.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        return all;
    }

    private SpoolSettings spoolSettings(Settings settings) {
        SpoolSettings plain = SpoolSettings.of(redirectSettings.lanes());
        return settings.fsync() ? plain.forced() : plain;
    }

    private SpoolDrainer drainer(LogSide log) {
        return new SpoolDrainer(
                spool,
                () ->
                        new KafkaProducer<>(
                                SpoolDrainer.producerSettings(log.settings().bootstrapServers())),
                Topics.CLICKS_RAW.name(),
                log.settings().partitions());
    }

    private ViewRunner runner(
            Closing closing, String name, ViewStore store, List<? extends View> views) {
        return closing.add(
                new ViewRunner(name, connection, store, List.copyOf(views), ViewSettings.DEFAULTS));
    }

    private static ViewStore store(Closing closing, Path data, String name, ViewMemory memory) {
        return closing.add(
                ViewStore.open(data.resolve("views").resolve(name), memory, STORE_FILES_MAX));
    }
}
