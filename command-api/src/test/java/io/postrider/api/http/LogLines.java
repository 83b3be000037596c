package io.postrider.api.http;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.slf4j.LoggerFactory;

/** What is logged while this is open. */
public final class LogLines extends AppenderBase<ILoggingEvent> implements AutoCloseable {

    private final Logger root = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
    private final List<ILoggingEvent> events = new CopyOnWriteArrayList<>();

    public LogLines() {
        setContext(root.getLoggerContext());
        start();
        root.addAppender(this);
    }

    @Override
    protected void append(ILoggingEvent event) {
        events.add(event);
    }

    /** Every line, with what stands behind it. */
    public List<String> all() {
        return events.stream()
                .map(event ->
                        event.getFormattedMessage()
                                + event.getKeyValuePairs()
                                + (event.getThrowableProxy() == null
                                        ? ""
                                        : ThrowableProxyUtil.asString(event.getThrowableProxy())))
                .toList();
    }

    /** The warnings, or worse, of all loggers but some, by the beginnings of their names. */
    List<String> without(String... loggers) {
        return events.stream()
                .filter(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
                .filter(event -> Stream.of(loggers).noneMatch(event.getLoggerName()::startsWith))
                .map(Object::toString)
                .toList();
    }

    @Override
    public void close() {
        root.detachAppender(this);
        stop();
    }
}
