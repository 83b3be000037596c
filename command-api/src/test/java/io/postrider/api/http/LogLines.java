package io.postrider.api.http;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** What is logged as a warning or worse while this is open. */
final class LogLines extends AppenderBase<ILoggingEvent> implements AutoCloseable {

    private final Logger root = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
    private final List<ILoggingEvent> events = new CopyOnWriteArrayList<>();

    LogLines() {
        setContext(root.getLoggerContext());
        start();
        root.addAppender(this);
    }

    @Override
    protected void append(ILoggingEvent event) {
        if (event.getLevel().isGreaterOrEqual(Level.WARN)) {
            events.add(event);
        }
    }

    /** The lines of all loggers but one, which the shipped configuration silences. */
    List<String> without(String logger) {
        return events.stream()
                .filter(event -> !event.getLoggerName().equals(logger))
                .map(Object::toString)
                .toList();
    }

    @Override
    public void close() {
        root.detachAppender(this);
        stop();
    }
}
