package io.postrider.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.joran.spi.JoranException;
import io.postrider.testkit.claims.Verifies;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.event.KeyValuePair;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Text of callers cannot forge log lines, in either format. */
class LogLinesTest {

    private static final Instant AT = Instant.parse("2026-11-20T10:00:00.125Z");

    @ParameterizedTest
    @Verifies("log-lines")
    @ValueSource(
            strings = {
                "a\r\n10:00:00.000 ERROR Forged",
                "a\nb",
                "a\u001b[31mred",
                "a\u202egnp.exe",
                "a\u2066isolated\u2069",
                "a\u2028b",
                "a\u2029b",
                "a\u0085b",
                "a\u0000b"
            })
    void aValueStaysWithinItsLine(String value) {
        String line = written("text", value);

        assertThat(line).endsWith("\n");
        assertThat(line.substring(0, line.length() - 1))
                .matches("[^\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]*");
        assertThat(line).contains("name=\"a?").startsWith("10:00:00.125 WARN");
        JsonNode json = json(value);
        assertThat(json.at("/kvpList/0/name").stringValue()).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(strings = {"مرحبا", "👩", "\"}{'"})
    void textIsLoggedUnchanged(String value) {
        assertThat(written("text", value)).contains("name=\"" + value + "\"");
        assertThat(json(value).at("/kvpList/0/name").stringValue()).isEqualTo(value);
    }

    @Test
    @Verifies("log-lines")
    void jsonLinesHaveTheFieldsOfTextLines() {
        JsonNode json = json("a");

        assertThat(json.path("timestamp").longValue()).isEqualTo(AT.toEpochMilli());
        assertThat(json.path("level").stringValue()).isEqualTo("WARN");
        assertThat(json.path("loggerName").stringValue()).isEqualTo("io.postrider.Example");
        assertThat(json.path("formattedMessage").stringValue()).isEqualTo("Something is wrong");
    }

    /** Libraries that evaluate texts of tenants do not write them into the log of the operator. */
    @ParameterizedTest
    @Verifies("tenant-text")
    @ValueSource(
            strings = {
                "com.networknt.schema.SchemaRegistry",
                "com.networknt.schema.keyword.PatternValidator",
                "com.dashjoin.jsonata.Jsonata",
                "dev.cel.runtime.CelRuntime"
            })
    void librariesOfExpressionsAndSchemasAreSilent(String library) throws JoranException {
        LoggerContext context = configured("text");
        try {
            assertThat(context.getLogger(library).getEffectiveLevel()).isEqualTo(Level.OFF);
        } finally {
            context.stop();
        }
    }

    /** A client cannot fill the log with malformed requests, or with connections beyond the limit of a port. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "reactor.netty.http.server.HttpServerOperations",
                "reactor.netty.transport.ServerTransport"
            })
    void serversDoNotWarnOfClients(String server) throws JoranException {
        LoggerContext context = configured("text");
        try {
            assertThat(context.getLogger(server).getEffectiveLevel()).isEqualTo(Level.ERROR);
        } finally {
            context.stop();
        }
    }

    private static JsonNode json(String value) {
        String line = written("json", value);
        assertThat(line.strip()).doesNotContain("\n", "\r");
        return new JsonMapper().readTree(line);
    }

    private static String written(String format, String value) {
        try {
            LoggerContext context = configured(format);
            try {
                Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
                var appender =
                        (ConsoleAppender<ILoggingEvent>)
                                Objects.requireNonNull(root.getAppender(format));
                return new String(
                        appender.getEncoder().encode(event(context, value)),
                        StandardCharsets.UTF_8);
            } finally {
                context.stop();
            }
        } catch (JoranException e) {
            throw new AssertionError(e);
        }
    }

    private static LoggerContext configured(String format) throws JoranException {
        LoggerContext context = new LoggerContext();
        context.putProperty("POSTRIDER_LOG_FORMAT", format);
        JoranConfigurator configurator = new JoranConfigurator();
        configurator.setContext(context);
        configurator.doConfigure(
                Objects.requireNonNull(LogLinesTest.class.getResource("/logback.xml")));
        return context;
    }

    private static LoggingEvent event(LoggerContext context, String value) {
        LoggingEvent event =
                new LoggingEvent(
                        "",
                        context.getLogger("io.postrider.Example"),
                        Level.WARN,
                        "Something is wrong",
                        null,
                        null);
        event.setInstant(AT);
        event.setMDCPropertyMap(Map.of());
        event.setKeyValuePairs(List.of(new KeyValuePair("name", value)));
        return event;
    }
}
