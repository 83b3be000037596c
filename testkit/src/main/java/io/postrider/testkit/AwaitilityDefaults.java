package io.postrider.testkit;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/** Sets the maximum wait of all tests, long enough for a busy machine. */
public final class AwaitilityDefaults implements LauncherSessionListener {

    /** Only a test that fails takes it. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Override
    public void launcherSessionOpened(LauncherSession session) {
        Awaitility.setDefaultTimeout(PATIENCE);
    }
}
