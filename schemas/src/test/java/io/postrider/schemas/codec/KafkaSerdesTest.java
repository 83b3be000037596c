package io.postrider.schemas.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.postrider.schemas.Attempt;
import io.postrider.schemas.Click;
import io.postrider.schemas.EventHeader;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.LinkClicked;
import io.postrider.schemas.Topics;
import io.postrider.schemas.json.Json;
import io.postrider.schemas.kafka.AttemptDeserializer;
import io.postrider.schemas.kafka.EventDeserializer;
import io.postrider.schemas.kafka.EventSerde;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.avro.Schema;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.SerializationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Consumers in Java read the public topics. */
class KafkaSerdesTest {

    private static final LockedSchemaIds IDS = LockedSchemaIds.shipped();

    private final Samples samples = new Samples(7);
    private final EventRecord click =
            new EventRecord(header("link.clicked"), new LinkClicked(samples.of(Click.class)));

    @Test
    void anEventIsReadAsItWasWrittenFromATopicOfAnyName() {
        try (EventSerde serde = new EventSerde()) {
            byte[] written = serde.serializer().serialize("mine", click);

            assertThat(written).isEqualTo(EventCodec.clicks(IDS).encode(click));
            assertThat(serde.deserializer().deserialize("mine", written)).isEqualTo(click);
            assertThat(serde.deserializer().deserialize("mine", (byte[]) null)).isNull();
        }
    }

    @Test
    void anAttemptIsReadAsItWasWritten() {
        Attempt attempt = samples.of(Attempt.class);
        try (AttemptDeserializer deserializer = new AttemptDeserializer()) {
            byte[] written = ValueCodec.attempts(IDS).encode(attempt);

            assertThat(deserializer.deserialize(Topics.ATTEMPTS.name(), written))
                    .usingRecursiveComparison()
                    .isEqualTo(attempt);
        }
    }

    @Test
    void aSchemaThatTheLibraryHasNotIsLookedUpOnce() throws Exception {
        List<String> paths = new CopyOnWriteArrayList<>();
        Schema schema = Schemas.current(Topics.CLICKS.subject());
        HttpServer registry =
                registry(paths, Json.object().put("schema", schema.toString()).toString());
        try (EventDeserializer deserializer = new EventDeserializer()) {
            deserializer.configure(
                    Map.of(
                            "schema.registry.url",
                            "http://127.0.0.1:" + registry.getAddress().getPort() + "/"),
                    false);

            assertThat(deserializer.deserialize("clicks", withId(7))).isEqualTo(click);
            assertThat(deserializer.deserialize("clicks", withId(7))).isEqualTo(click);
            assertThat(paths).containsExactly("/schemas/ids/7");
        } finally {
            registry.stop(0);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"<html>", "{}", "{\"schema\": 7}", "{\"schema\": \"{}\"}"})
    void aRegistryThatAnswersSomethingElseIsAskedAgain(String body) throws Exception {
        List<String> paths = new CopyOnWriteArrayList<>();
        HttpServer registry = registry(paths, body);
        try (EventDeserializer deserializer = new EventDeserializer()) {
            String url = "http://127.0.0.1:" + registry.getAddress().getPort();
            deserializer.configure(Map.of("schema.registry.url", url), false);

            for (int i = 1; i <= 2; i++) {
                assertThatThrownBy(() -> deserializer.deserialize("clicks", withId(7)))
                        .isInstanceOf(RetriableException.class)
                        .hasMessage(url + " returned no schema with id 7");
                assertThat(paths).hasSize(i);
            }
        } finally {
            registry.stop(0);
        }
    }

    private static HttpServer registry(List<String> paths, String body) throws IOException {
        byte[] bytes = body.getBytes(UTF_8);
        HttpServer registry =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        registry.createContext(
                "/",
                exchange -> {
                    paths.add(exchange.getRequestURI().getPath());
                    exchange.sendResponseHeaders(200, bytes.length);
                    exchange.getResponseBody().write(bytes);
                    exchange.close();
                });
        registry.start();
        return registry;
    }

    @Test
    void otherValuesAreRefused() {
        try (EventDeserializer events = new EventDeserializer();
                AttemptDeserializer attempts = new AttemptDeserializer()) {
            for (byte[] value : List.of(new byte[0], new byte[] {1, 2, 3}, withId(7))) {
                assertThatThrownBy(() -> events.deserialize("t", value))
                        .isInstanceOf(SerializationException.class);
                assertThatThrownBy(() -> attempts.deserialize("t", value))
                        .isInstanceOf(SerializationException.class);
            }
        }
    }

    @Test
    void anExceptionNamesTheTopicAndTheReason() {
        try (EventDeserializer events = new EventDeserializer()) {
            assertThatThrownBy(() -> events.deserialize("mine", withId(7)))
                    .hasMessageContaining("mine")
                    .hasStackTraceContaining("no schema with id 7; set schema.registry.url");
            assertThatThrownBy(() -> events.deserialize("mine", new byte[] {1, 2, 3}))
                    .hasMessageContaining("mine")
                    .hasStackTraceContaining("not framed: 3 bytes");
            byte[] attempt = ValueCodec.attempts(IDS).encode(samples.of(Attempt.class));
            assertThatThrownBy(() -> events.deserialize("mine", attempt))
                    .hasMessage("not an event of Postrider in mine");
        }
    }

    private byte[] withId(int id) {
        byte[] written = EventCodec.clicks(IDS).encode(click);
        ByteBuffer.wrap(written).putInt(1, id);
        return written;
    }

    private EventHeader header(String type) {
        EventHeader any = samples.of(EventHeader.class);
        return new EventHeader(
                any.id(),
                type,
                any.time(),
                any.workspace(),
                any.aggregate(),
                any.sequence(),
                any.causationId(),
                any.correlationId(),
                null);
    }
}
