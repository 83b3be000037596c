package io.postrider.standalone;

import io.postrider.runtime.kafka.LogMisconfigured;
import io.postrider.runtime.kafka.LogUnreachable;
import io.postrider.runtime.secrets.SecretFiles;
import io.postrider.runtime.settings.Settings;
import io.postrider.standalone.broker.BrokerStartFailed;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Postrider in one process. */
public final class Standalone {

    private static final Logger LOGGER = LoggerFactory.getLogger(Standalone.class);

    private Standalone() {}

    /** Starts everything and stays until it is told to stop; what cannot start says in one line why. */
    public static void main(String[] arguments) throws InterruptedException {
        Console console = new Console(System.out);
        PrintStream errors = System.err;
        try {
            Settings settings = Settings.from(System.getenv());
            Startup startup = new Startup(settings, console);
            CountDownLatch stopped = new CountDownLatch(1);
            Runtime.getRuntime()
                    .addShutdownHook(
                            new Thread(
                                    () -> {
                                        console.say("stopping");
                                        startup.close();
                                        console.say("stopped");
                                        stopped.countDown();
                                    },
                                    "shutdown"));
            startup.run();
            stopped.await();
        } catch (Settings.BadSetting
                | BrokerStartFailed
                | LogMisconfigured
                | LogUnreachable
                | SecretFiles.UnusableSecrets
                | Startup.Failed e) {
            errors.println("postrider: " + e.getMessage());
            Runtime.getRuntime().halt(1);
        } catch (RuntimeException | LinkageError e) {
            // A bug; the threads that run already would keep half a process alive.
            errors.println("postrider: cannot start: " + e);
            LOGGER.atError().setCause(e).log("The start failed");
            Runtime.getRuntime().halt(1);
        }
    }

    /** Where a start leaves its files, for messages. */
    static String shown(Path path) {
        return path.toAbsolutePath().normalize().toString();
    }
}
