package io.postrider.standalone;

import io.postrider.platform.registry.RegistrySettings;
import io.postrider.platform.registry.SchemaRegistry;
import io.postrider.platform.secrets.SecretFiles;
import io.postrider.platform.settings.Settings;
import io.postrider.schemas.codec.LockedSchemaIds;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.standalone.firstrun.FirstRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MapPropertySource;

/**
 * The start of a process. What it may wait for, the log and the schema registry, comes before the application context, whose
 * close would wait for the end of its start.
 */
final class Startup implements AutoCloseable {

    /** What no file of the operator may change. */
    private static final Map<String, Object> FIXED =
            Map.of(
                    "spring.jmx.enabled", false,
                    "spring.web.resources.add-mappings", false,
                    "server.shutdown", "immediate");

    private final Settings settings;
    private final ProcessRole role;
    private final Console console;
    private final FailedProcess process;
    private volatile @Nullable KafkaModule log;
    private volatile @Nullable ConfigurableApplicationContext context;

    /** The start failed. */
    static final class StartupException extends RuntimeException {
        StartupException(String message) {
            super(message);
        }
    }

    /**
     * Makes a start.
     *
     * @param process ends when a part failed permanently
     */
    Startup(Settings settings, ProcessRole role, Console console, FailedProcess process) {
        this.process = process;
        this.settings = settings;
        this.role = role;
        this.console = console;
    }

    void run() throws InterruptedException {
        console.say("data folder " + Standalone.shown(settings.dataDir()));
        // All settings and ports are checked before anything is written.
        Preflight start = new Preflight(settings, role);
        start.ports().forEach(port -> port.requireFree().run());
        ServiceSettings services = start.services();
        DataFolder data = DataFolder.claim(settings);
        SecretFiles secrets = secretFiles();
        KafkaModule provisioned = log(services);
        SchemaIds ids = schemaIds(services, data);
        console.say("private targets of outbound calls: " + services.egress());
        console.say("starting the services");
        ConfigurableApplicationContext started =
                application(
                                services,
                                List.of(
                                        settings,
                                        role,
                                        console,
                                        process,
                                        services,
                                        data,
                                        secrets,
                                        provisioned,
                                        ids))
                        .run();
        console.say("ready");
        report(started, provisioned, services);
        started.getBean(ManagementPort.class).warmUp();
    }

    /** The secrets of this installation, which are made if there are none. */
    private SecretFiles secretFiles() {
        Path folder = DataFolder.secrets(settings);
        return settings.text(DataFolder.SECRETS_DIR).isEmpty()
                ? SecretFiles.open(folder)
                : Settings.parsed(
                        DataFolder.SECRETS_DIR, folder.toString(), _ -> SecretFiles.open(folder));
    }

    /** Brings the log up, with every topic as it must be. */
    private KafkaModule log(ServiceSettings services) {
        if (settings.bootstrap() == null) {
            MovedLog.requireNot(settings);
        }
        KafkaModule opened = KafkaModule.open(settings, services, console::say);
        log = opened;
        return opened.provisioned(settings, console::say);
    }

    private SchemaIds schemaIds(ServiceSettings services, DataFolder data)
            throws InterruptedException {
        Optional<RegistrySettings> registry = services.registry();
        return registry.isEmpty()
                ? LockedSchemaIds.shipped()
                : new SchemaRegistry(
                                registry.get(), data.resolve(DataFolder.SCHEMA_IDS), console::say)
                        .ids();
    }

    /** @param made what exists before the context, each a bean that the context does not close */
    private SpringApplication application(ServiceSettings services, List<Object> made) {
        SpringApplication application = new SpringApplication(Standalone.class);
        application.addPrimarySources(role.configurations());
        application.setWebApplicationType(
                role.includes(ProcessRole.COMMAND_API)
                        ? WebApplicationType.REACTIVE
                        : WebApplicationType.NONE);
        application.setBannerMode(Banner.Mode.OFF);
        application.setLogStartupInfo(false);
        application.setRegisterShutdownHook(false);
        application.addInitializers(preparing -> {
            context = preparing;
            var sources = preparing.getEnvironment().getPropertySources();
            sources.addFirst(new MapPropertySource("postrider", FIXED));
            sources.addFirst(new MapPropertySource("port", Map.of("server.port", settings.port())));
            made.forEach(each -> register(preparing, each));
            services.parts().forEach(each -> register(preparing, each));
        });
        return application;
    }

    private static void register(ConfigurableApplicationContext preparing, Object bean) {
        preparing.getBeanFactory().registerSingleton(bean.getClass().getName(), bean);
    }

    /** Stops what runs; during the wait for the log, that is the embedded broker. */
    @Override
    public void close() {
        ConfigurableApplicationContext started = context;
        KafkaModule open = log;
        try (open) {
            if (started != null) {
                if (started.isRunning()) {
                    AvailabilityChangeEvent.publish(started, ReadinessState.REFUSING_TRAFFIC);
                }
                started.close();
            }
        }
    }

    private void report(
            ConfigurableApplicationContext started, KafkaModule kafka, ServiceSettings services) {
        String metrics = started.getBean(ManagementPort.class).metrics();
        console.line("");
        console.line("Postrider is up%s.".formatted(role == ProcessRole.ALL ? "" : ": " + role));
        if (role.includes(ProcessRole.COMMAND_API)) {
            console.line("  API      " + settings.baseUrl() + "/api/v1");
            console.line("  ready    " + settings.baseUrl() + "/readyz");
        }
        services.address().ifPresent(address -> console.line("  nodes    " + address));
        if (!metrics.isEmpty()) {
            console.line("  metrics  " + metrics);
        }
        console.line("  Kafka    " + kafka.settings().bootstrapServers());
        if (settings.bootstrap() == null) {
            console.line(
                    "  clients  with --command-config "
                            + Standalone.shown(ClientFile.of(settings)));
        }
        console.line("  data     " + Standalone.shown(settings.dataDir()));
        FirstRun owner = started.getBeanProvider(FirstRun.class).getIfAvailable();
        if (owner != null && owner.created()) {
            Path file = settings.dataDir().resolve(FirstRun.FILE);
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
