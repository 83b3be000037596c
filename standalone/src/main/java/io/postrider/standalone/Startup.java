package io.postrider.standalone;

import io.netty.util.NetUtil;
import io.postrider.identity.users.UserSecrets;
import io.postrider.platform.disk.DiskGuard;
import io.postrider.platform.kafka.DeadLetters;
import io.postrider.platform.secrets.SecretFiles;
import io.postrider.platform.secrets.TokenHasher;
import io.postrider.platform.settings.Settings;
import io.postrider.platform.traces.Traces;
import io.postrider.standalone.firstrun.FirstRun;
import io.postrider.standalone.management.ManagementServer;
import io.postrider.standalone.management.ManagementSettings;
import io.postrider.standalone.management.Meters;
import io.postrider.web.server.ReadinessCheck;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import reactor.netty.ChannelBindException;

/** The order of a start: the log, the services, HTTP, and at the very first an owner with a key. */
final class Startup implements AutoCloseable {

    private static final Duration WARM_UP = Duration.ofSeconds(10);

    private final Settings settings;
    private final ProcessRole role;
    private final Console console;
    private final Consumer<String> died;
    private final ShutdownOrder closing = new ShutdownOrder();
    private volatile boolean setUp;
    private String metrics = "";

    /** The start failed. */
    static final class StartupException extends RuntimeException {
        StartupException(String message) {
            super(message);
        }
    }

    /**
     * Makes a start.
     *
     * @param died receives the name of a part that failed permanently
     */
    Startup(Settings settings, ProcessRole role, Console console, Consumer<String> died) {
        this.died = died;
        this.settings = settings;
        this.role = role;
        this.console = console;
    }

    void run() throws InterruptedException {
        console.say("data folder " + Standalone.shown(settings.dataDir()));
        ServiceSettings told = ServiceSettings.from(settings, role);
        requirePort();
        List<InetSocketAddress> listeners = NodeListeners.from(settings, told.address());
        Optional<InetSocketAddress> management = managementAddress();
        DataFolder data = DataFolder.claim(settings);
        SecretFiles secrets = Node.secretFiles(settings);
        DiskGuard disk = closing.add(DiskGuard.watching(settings.dataDir(), told.disk()));
        Meters meters =
                closing.add(Meters.start(Version.text(), role.toString(), settings.dataDir()));
        meters.beforeScrape(() -> DeadLetters.show(meters.registry()));
        Traces traces = closing.add(traces(told));
        KafkaModule log =
                KafkaModule.start(settings, told, closing, meters.registry(), traces, console::say);
        Node node =
                Node.open(
                        settings,
                        told,
                        data,
                        secrets,
                        log,
                        closing,
                        disk,
                        meters.registry(),
                        console::say);
        console.say("private targets of outbound calls: " + told.egress());
        console.say("starting the services");
        Services services = Services.start(node, role);
        services.onDeath(died);
        Health health = health(services);
        health.show(meters.registry());
        management.ifPresent(address -> metrics = manage(address, health, meters));
        CommandApiModule edge = services.edge;
        if (edge != null) {
            edge.warmUp(WARM_UP);
        }
        if (edge != null) {
            HttpModule.start(node, edge, services.reads(node), health);
        }
        // Last, because it reports readiness to the operator.
        closing.add(
                InternalServer.start(
                        listeners,
                        node.trust,
                        InternalServer.Limits.DEFAULT,
                        services.internalRoutes(),
                        health));
        new RestoreWatch(services.parts(), System::nanoTime, console::say).await();
        boolean first = edge != null && firstRun(node, edge);
        setUp = true;
        console.say("ready");
        report(node, first);
        if (!metrics.isEmpty()) {
            // The first one loads many classes: here no client waits for it.
            Thread.ofPlatform().daemon().name("first-scrape").start(meters::scrape);
        }
    }

    private static Traces traces(ServiceSettings told) {
        if (told.traces().isOn()) {
            TraceExportLog.install();
        }
        return told.traces().open(Version.text(), told.nodeId(), InstantSource.system());
    }

    private void requirePort() {
        if (role.includes(ProcessRole.COMMAND_API)) {
            FreePort.require(Settings.PORT, Integer.toString(settings.port()), settings.port());
        }
    }

    private Optional<InetSocketAddress> managementAddress() {
        Optional<InetSocketAddress> address = ManagementSettings.from(settings);
        address.filter(socket -> socket.getPort() != 0)
                .ifPresent(socket ->
                        FreePort.require(
                                ManagementSettings.PORT,
                                Integer.toString(socket.getPort()),
                                socket));
        return address;
    }

    /** Opens the management port, and returns the URL of the metrics. */
    private String manage(InetSocketAddress address, Health health, Meters meters) {
        try {
            ManagementServer server =
                    closing.add(
                            ManagementServer.start(
                                    address,
                                    health.readiness(),
                                    health.liveness(),
                                    meters::scrape));
            return "http://" + NetUtil.toSocketAddressString(server.address()) + "/metrics";
        } catch (ChannelBindException e) {
            // A part of this process listens on it, or another process since the start.
            throw new Settings.SettingException(
                    ManagementSettings.PORT,
                    Integer.toString(address.getPort()),
                    "a free port; this one failed: " + e.getMessage());
        }
    }

    @Override
    public void close() {
        closing.close();
    }

    private Health health(Services services) {
        List<ReadinessCheck> all = new ArrayList<>(services.checks());
        all.add(() -> new ReadinessCheck.State("set_up", setUp, setUp ? "done" : "under way"));
        return new Health(all, services.liveness());
    }

    private boolean firstRun(Node node, CommandApiModule edge) throws InterruptedException {
        if (!node.services.firstRun()) {
            return false;
        }
        try {
            TokenHasher hasher = node.secretFiles.tokenHasher();
            return new FirstRun(
                            settings.dataDir(),
                            settings.baseUrl(),
                            edge.gateway,
                            edge.dataKeyRing,
                            new UserSecrets(node.box, hasher),
                            hasher,
                            node.clock,
                            (key, user) ->
                                    edge.replicas.tables.keys.byId(key).isPresent()
                                            && edge.replicas.tables.users.byId(user).isPresent())
                    .ensure();
        } catch (IOException | FirstRun.InterruptedStartException e) {
            throw new StartupException("first run: " + e.getMessage());
        }
    }

    private void report(Node node, boolean first) {
        Path file = settings.dataDir().resolve(FirstRun.FILE);
        console.line("");
        console.line("Postrider is up%s.".formatted(role == ProcessRole.ALL ? "" : ": " + role));
        if (role.includes(ProcessRole.COMMAND_API)) {
            console.line("  API      " + settings.baseUrl() + "/api/v1");
            console.line("  ready    " + settings.baseUrl() + "/readyz");
        }
        if (node.address != null) {
            console.line("  nodes    " + node.address);
        }
        if (!metrics.isEmpty()) {
            console.line("  metrics  " + metrics);
        }
        console.line("  Kafka    " + node.bootstrap());
        if (settings.bootstrap() == null) {
            console.line(
                    "  clients  with --command-config "
                            + Standalone.shown(ClientFile.of(settings)));
        }
        console.line("  data     " + Standalone.shown(settings.dataDir()));
        if (first) {
            console.line(
                    "  owner    credentials, shown once and stored in " + Standalone.shown(file));
            lines(file).forEach(line -> console.line("           " + line));
        }
        console.line("Press Ctrl-C to stop.");
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            return List.of("cannot be read: " + e.getMessage());
        }
    }
}
