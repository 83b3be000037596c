package io.postrider.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.time.Duration;
import java.time.Instant;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class TraceExportLogTest {

    private final ListAppender<ILoggingEvent> logged = new ListAppender<>();
    private final Logger logger = (Logger) LoggerFactory.getLogger(TraceExportLog.class);

    private Instant now = Instant.parse("2026-11-20T10:00:00Z");
    private final TraceExportLog log = new TraceExportLog(() -> now);

    @BeforeEach
    void listen() {
        logged.start();
        logger.addAppender(logged);
    }

    @AfterEach
    void stopListening() {
        logger.detachAppender(logged);
        log.close();
    }

    @Test
    void aCollectorThatIsAwayIsALineInTenMinutes() {
        log.publish(new LogRecord(Level.FINE, "exporting"));
        for (int i = 0; i < 120; i++) {
            log.publish(new LogRecord(Level.WARNING, "not exported"));
            log.publish(new LogRecord(Level.WARNING, "dropped"));
            now = now.plus(Duration.ofSeconds(10));
        }

        assertThat(logged.list)
                .hasSize(2)
                .allSatisfy(line ->
                        assertThat(line.getKeyValuePairs().toString()).contains("not exported"));
    }
}
