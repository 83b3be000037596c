package io.postrider.testkit;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/** Has every test wait for a condition for so long that how busy the machine is decides nothing. */
public final class AwaitilityDefaults implements LauncherSessionListener {

    /** Only a test that fails takes it. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Override
    public void launcherSessionOpened(LauncherSession session) {
        Awaitility.setDefaultTimeout(PATIENCE);
    }
}
