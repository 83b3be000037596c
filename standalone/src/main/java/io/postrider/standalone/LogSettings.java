package io.postrider.standalone;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.util.ContextInitializer;
import ch.qos.logback.core.joran.spi.JoranException;
import io.postrider.platform.settings.Settings;
import org.slf4j.LoggerFactory;

/** Configures logging again if its settings have another source than the variables, which it reads itself. */
final class LogSettings {

    private static final String LEVEL = "POSTRIDER_LOG_LEVEL";
    private static final String FORMAT = "POSTRIDER_LOG_FORMAT";

    private LogSettings() {}

    static void apply(Settings settings) {
        boolean level = differs(LEVEL, "INFO", settings.logLevel());
        boolean format = differs(FORMAT, "text", settings.logFormat());
        if ((level || format)
                && LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            try {
                context.reset();
                new ContextInitializer(context).autoConfig();
            } catch (JoranException e) {
                throw new IllegalStateException("logback.xml cannot be read", e);
            }
        }
    }

    private static boolean differs(String variable, String otherwise, String value) {
        String read = System.getenv(variable);
        if (value.equals(read == null ? otherwise : read)) {
            return false;
        }
        System.setProperty(variable, value);
        return true;
    }
}
