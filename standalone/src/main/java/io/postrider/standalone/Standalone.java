package io.postrider.standalone;

import io.postrider.platform.kafka.LogMisconfiguredException;
import io.postrider.platform.kafka.LogRejectedException;
import io.postrider.platform.kafka.LogUnreachableException;
import io.postrider.platform.registry.SchemaRegistry;
import io.postrider.platform.secrets.SecretFiles;
import io.postrider.platform.settings.SettingSources;
import io.postrider.platform.settings.Settings;
import io.postrider.schemas.NamePrefix;
import io.postrider.standalone.broker.BrokerStartException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.context.annotation.Import;
import reactor.netty.ReactorNetty;

/**
 * Postrider in one process, or one of its services on a cluster. The role adds its configurations; only that of HTTP lets Spring
 * Boot configure anything.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@Import(NodeConfiguration.class)
public final class Standalone {

    private static final Logger LOGGER = LoggerFactory.getLogger(Standalone.class);

    private static final Duration LONGEST_CLOSE = Duration.ofSeconds(60);

    /** The exit code of a process that SIGTERM has stopped. */
    private static final int STOPPED = 143;

    private Standalone() {}

    /**
     * Starts all parts and runs until it is stopped; a failed start is reported in one line.
     *
     * @param arguments settings as {@code --name=value}, and the one service that this process is, or none for all
     */
    public static void main(String[] arguments) throws InterruptedException {
        Console console = new Console(System.out);
        PrintStream errors = System.err;
        // Logging is configured already. Spring would configure it again and lose lines meanwhile.
        System.setProperty(LoggingSystem.SYSTEM_PROPERTY, LoggingSystem.NONE);
        // Of files and other answers in parts, so much is read ahead for each client that reads
        // nothing.
        System.setProperty(ReactorNetty.REACTOR_NETTY_SEND_MAX_PREFETCH_SIZE, "16");
        FailedProcess process = new FailedProcess(errors, LONGEST_CLOSE);
        Map<String, String> written = Map.of();
        try {
            written = SettingNames.known(SettingSources.read(arguments));
            Settings settings = Settings.from(written);
            NamePrefix.set(settings.kafkaPrefix());
            LogSettings.apply(settings);
            List<String> unread = SettingNames.unread(written);
            if (!unread.isEmpty()) {
                LOGGER.atWarn().addKeyValue("names", unread).log("Variables have no effect");
            }
            ProcessRole role = ProcessRole.ofArguments(SettingSources.words(arguments));
            Startup startup = new Startup(settings, role, console, process);
            CountDownLatch stopped = new CountDownLatch(1);
            Runtime.getRuntime()
                    .addShutdownHook(
                            new Thread(
                                    () -> {
                                        console.say("stopping");
                                        process.limitShutdown(STOPPED);
                                        startup.close();
                                        console.say("stopped");
                                        stopped.countDown();
                                    },
                                    "shutdown"));
            startup.run();
            stopped.await();
        } catch (Startup.StartupException e) {
            process.end(String.valueOf(e.getMessage()), 1);
        } catch (RuntimeException | LinkageError e) {
            errors.println("postrider: " + sentence(written, e));
            Runtime.getRuntime().halt(1);
        }
    }

    /** One line about a failed start; the cause, if Spring has wrapped it. */
    private static String sentence(Map<String, String> written, Throwable failure) {
        for (Throwable e = failure; e != null; e = e.getCause()) {
            switch (e) {
                case Settings.SettingException setting -> {
                    return String.valueOf(Settings.worded(written, setting).getMessage());
                }
                case BrokerStartException _,
                        LogMisconfiguredException _,
                        LogRejectedException _,
                        LogUnreachableException _,
                        SchemaRegistry.UnusableRegistryException _,
                        SecretFiles.UnusableSecretsException _ -> {
                    return String.valueOf(e.getMessage());
                }
                default -> {}
            }
        }
        // A bug; the threads that run already would keep half a process alive.
        LOGGER.atError().setCause(failure).log("The start failed");
        return "cannot start: " + failure;
    }

    /** The folder of the files of the start, for messages. */
    static String shown(Path path) {
        return path.toAbsolutePath().normalize().toString();
    }
}
