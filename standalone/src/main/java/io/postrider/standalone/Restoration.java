package io.postrider.standalone;

import io.postrider.standalone.firstrun.FirstRun;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;

/** Waits until every part is restored, and creates the first owner. Spring Boot then declares the process ready. */
record Restoration(
        Services services, Console console, FailedProcess process, @Nullable FirstRun owner)
        implements ApplicationRunner {

    @Override
    public void run(ApplicationArguments arguments) throws InterruptedException {
        try {
            new RestoreWatch(services.parts(), System::nanoTime, console::say).await();
            if (owner != null) {
                create(owner);
            }
        } catch (Startup.StartupException e) {
            // Before Spring closes the context: the end of the process has a time limit.
            process.end(String.valueOf(e.getMessage()), 1);
            throw e;
        }
    }

    private static void create(FirstRun owner) throws InterruptedException {
        try {
            owner.ensure();
        } catch (IOException | FirstRun.InterruptedStartException e) {
            throw new Startup.StartupException("first run: " + e.getMessage());
        }
    }
}
