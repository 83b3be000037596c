package io.postrider.automation.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.automation.rules.Sealer;
import io.postrider.domain.automation.HttpConnection;
import io.postrider.domain.automation.HttpConnection.Kind;
import io.postrider.domain.automation.HttpConnectionEvent.HttpConnectionCreated;
import io.postrider.domain.automation.HttpConnectionEvent.HttpConnectionDeleted;
import io.postrider.domain.automation.HttpConnectionEvent.HttpConnectionUpdated;
import io.postrider.outbound.http.Outbound;
import io.postrider.schemas.EventHeader;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.json.Json;
import io.postrider.testkit.http.ReceivedRequest;
import io.postrider.testkit.http.RecordingReceiver;
import io.postrider.testkit.http.StubResponse;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Calls of other services: the request, the credential of a connection, and the outcome of each answer. */
class HttpCallsTest {

    private static final String WORKSPACE = TestEngine.WORKSPACE;
    private static final Outbound OUTBOUND = EngineProcess.outbound();

    private final RecordingReceiver service = RecordingReceiver.start();
    private final HttpConnections connections = new HttpConnections(Sealer.PLAIN);
    private final HttpCalls calls = new HttpCalls(OUTBOUND, EngineProcess.targets(), connections);
    private int changes;

    @AfterEach
    void close() {
        service.close();
    }

    @AfterAll
    static void closeOutbound() {
        OUTBOUND.close();
    }

    @Test
    void aRequestIsMadeAsTheInputSays() {
        ObjectNode input = input("/a?b=c").put("method", "PUT");
        input.putObject("headers").put("X-Shop", "7");
        input.putObject("body").put("total", 1.50);

        assertThat(call(input)).isInstanceOf(Outcome.Done.class);

        ReceivedRequest request = service.requests().getFirst();
        assertThat(request.method()).isEqualTo("PUT");
        assertThat(request.target()).isEqualTo("/a?b=c");
        assertThat(request.text()).isEqualTo("{\"total\":1.5}");
        assertThat(request.header("X-Shop")).hasValue("7");
        assertThat(request.header("Content-Type")).hasValue("application/json");
        assertThat(request.header("Idempotency-Key")).hasValue("eff_1");
        assertThat(request.header("User-Agent")).hasValue("Postrider/1.2.3");
    }

    @Test
    void aRequestIsAPostOfATextWhereTheInputSaysNoMore() {
        call(input("/").put("body", "grün"));
        call(input("/"));

        assertThat(service.requests()).extracting(ReceivedRequest::method).containsOnly("POST");
        assertThat(service.requests())
                .extracting(ReceivedRequest::text)
                .containsExactly("grün", "");
        assertThat(service.requests().getFirst().header("Content-Type"))
                .hasValue("text/plain; charset=utf-8");
    }

    @ParameterizedTest
    @CsvSource({
        "200,Done",
        "204,Done",
        "301,Failed",
        "400,Failed",
        "404,Failed",
        "408,Again",
        "425,Again",
        "429,Again",
        "500,Again",
        "503,Again"
    })
    void theStatusDecidesOnTheOutcome(int status, String outcome) {
        service.answerWith(
                StubResponse.status(status, Map.of("Location", service.url("/other")), ""));

        assertThat(call(input("/")).getClass().getSimpleName()).isEqualTo(outcome);
        assertThat(service.requests()).hasSize(1);
    }

    @Test
    void aServiceSaysWhenItMayBeCalledAgain() {
        service.answerWith(StubResponse.status(503, Map.of("Retry-After", "7"), ""));

        assertThat(call(input("/")))
                .isInstanceOfSatisfying(
                        Outcome.Again.class,
                        again -> {
                            assertThat(again.error())
                                    .isEqualTo("The service responded with status 503.");
                            assertThat(again.after()).hasValue(Duration.ofSeconds(7));
                            assertThat(again.output().orElseThrow().path("status").asInt(0))
                                    .isEqualTo(503);
                        });
    }

    @Test
    void aRefusalKeepsStatusHeadersAndBody() {
        service.answerWith(
                StubResponse.status(
                        404,
                        Map.of("X-Reason", "gone", "Set-Cookie", "a=planted"),
                        "{\"error\":\"no such order\"}"));

        assertThat(call(input("/")))
                .isInstanceOfSatisfying(
                        Outcome.Failed.class,
                        failed -> {
                            JsonNode output = failed.output().orElseThrow();
                            assertThat(output.path("status").asInt(0)).isEqualTo(404);
                            assertThat(output.at("/headers/x-reason").asString(""))
                                    .isEqualTo("gone");
                            assertThat(output.at("/body/error").asString(""))
                                    .isEqualTo("no such order");
                            assertThat(output.toString()).doesNotContain("planted");
                        });
    }

    @Test
    void aFormIsSentAsOne() {
        ObjectNode input = input("/");
        ObjectNode form = input.putObject("form").put("to", "a b&c").put("n", 5).putNull("x");
        form.putArray("tag").add("ü").add("2");

        assertThat(call(input)).isInstanceOf(Outcome.Done.class);

        ReceivedRequest request = service.requests().getFirst();
        assertThat(request.text()).isEqualTo("to=a+b%26c&n=5&x=&tag=%C3%BC&tag=2");
        assertThat(request.header("Content-Type")).hasValue("application/x-www-form-urlencoded");
        assertThat(call(input.put("body", "x"))).isInstanceOf(Outcome.Failed.class);
    }

    @Test
    void anAnswerThatIsNoJsonIsAText() {
        service.answerWith(StubResponse.status(200, Map.of(), "{\"a\":1} and more"));
        assertThat(output("/body").asString()).isEqualTo("{\"a\":1} and more");

        service.answerWith(StubResponse.status(204));
        assertThat(output("/body").isNull()).isTrue();
        assertThat(output("/status").asInt()).isEqualTo(204);
    }

    @Test
    void ofAnAnswerTheFirst64KibAreKept() {
        service.answerWith(StubResponse.status(200, Map.of(), "x".repeat(70_000)));

        assertThat(output("/body").asString()).hasSize(64 << 10);
    }

    @ParameterizedTest
    @ValueSource(ints = {101, 499, 30_000})
    void anAnswerThatIsNestedTooDeepIsAText(int levels) {
        String nested = "[".repeat(levels) + "]".repeat(levels);
        service.answerWith(StubResponse.status(200, Map.of(), nested));

        assertThat(output("/body").asString()).isEqualTo(nested);
    }

    @Test
    void anAnswerOfAHundredLevelsIsJson() {
        service.answerWith(StubResponse.status(200, Map.of(), "[".repeat(100) + "]".repeat(100)));

        assertThat(output("/body").isArray()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "POTS,method: expected one of",
        "get,method: expected one of",
    })
    void anotherMethodFails(String method, String error) {
        assertThat(error(input("/").put("method", method))).startsWith(error);
    }

    @Test
    void aHeaderThatIsReservedFails() {
        ObjectNode input = input("/");
        input.putObject("headers").put("Host", "other.example");

        assertThat(error(input)).isEqualTo("headers: Host: Postrider sets this header itself.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "ftp://127.0.0.1/", "http://10.0.0.1/", "not a url"})
    void anAddressThatMayNotBeCalledFails(String url) {
        assertThat(error(Json.object().put("url", url))).startsWith("url: ");
    }

    @Test
    void aServiceThatCannotBeReachedIsCalledAgain() {
        String url = service.url("/");
        service.close();

        assertThat(call(Json.object().put("url", url)))
                .isEqualTo(new Outcome.Again("The service cannot be reached.", Optional.empty()));
    }

    @Test
    void aServiceThatWasCalledAndGaveNoAnswerMayHaveActed() {
        service.answerWith(StubResponse.rawThenReset(""));
        assertThat(call(input("/"))).isInstanceOf(Outcome.Unknown.class);

        service.answerWith(StubResponse.raw("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf"));
        assertThat(call(input("/"))).isInstanceOf(Outcome.Unknown.class);
    }

    @ParameterizedTest
    @CsvSource({
        "BEARER,t0ken,Authorization,Bearer t0ken",
        "BASIC,user:pass,Authorization,Basic dXNlcjpwYXNz",
        "HEADER,X-Api-Key: k1,X-Api-Key,k1",
        "HMAC,s3cret,X-Hub-Signature-256,sha256=4e0690adc9082131d453caa8e747aa3da65184cec4e966385bbe79efb5396f82"
    })
    void aConnectionProvesTheCaller(Kind kind, String secret, String name, String value) {
        know(connection(kind, secret, authority()));

        call(input("/").put("connection", "con_1").put("body", "text"));

        assertThat(service.requests().getFirst().header(name).orElseThrow()).isEqualTo(value);
    }

    @Test
    void aConnectionIsForItsHostAlone() {
        know(connection(Kind.BEARER, "t0ken", "127.0.0.1:1"));

        assertThat(error(input("/").put("connection", "con_1")))
                .isEqualTo("connection: it is valid only for 127.0.0.1:1.");
        assertThat(service.requests()).isEmpty();
    }

    @Test
    void aConnectionOfAnotherWorkspaceOrOneThatWasDeletedIsNotFound() {
        HttpConnection connection = connection(Kind.BEARER, "t0ken", authority());
        know(connection);
        ObjectNode input = input("/").put("connection", "con_1");

        assertThat(calls.call("ws_other", "eff_1", input).block())
                .isEqualTo(new Outcome.Failed("connection: no HTTP connection has this ID."));
        connections.apply(event(++changes, new HttpConnectionDeleted(connection)));
        assertThat(error(input)).isEqualTo("connection: no HTTP connection has this ID.");
    }

    @Test
    void anOlderEventOfAConnectionChangesNothing() {
        know(connection(Kind.BEARER, "first", authority()));
        know(connection(Kind.BEARER, "second", authority()));
        connections.apply(
                event(1, new HttpConnectionUpdated(connection(Kind.BEARER, "first", authority()))));

        call(input("/").put("connection", "con_1"));

        assertThat(service.requests().getFirst().header("Authorization")).hasValue("Bearer second");
    }

    @ParameterizedTest
    @ValueSource(strings = {"no colon", "Bad Name: x", ": x"})
    void aSecretThatMakesNoHeaderFails(String secret) {
        know(connection(Kind.HEADER, secret, authority()));

        assertThat(error(input("/").put("connection", "con_1")))
                .isEqualTo("connection: its secret is not valid in a header.");
        assertThat(service.requests()).isEmpty();
    }

    private void know(HttpConnection connection) {
        connections.apply(event(++changes, new HttpConnectionCreated(connection)));
    }

    private static EventRecord event(long sequence, Record payload) {
        return new EventRecord(
                new EventHeader(
                        "evt_1",
                        "automation.connection.created",
                        TestEngine.START,
                        WORKSPACE,
                        "con_1",
                        sequence,
                        null,
                        null,
                        null),
                payload);
    }

    private static HttpConnection connection(Kind kind, String secret, String host) {
        return new HttpConnection(
                "con_1",
                WORKSPACE,
                "CRM",
                kind,
                host,
                secret,
                Map.of(),
                TestEngine.START,
                TestEngine.START);
    }

    private String authority() {
        return "127.0.0.1:" + service.port();
    }

    private ObjectNode input(String path) {
        return Json.object().put("url", service.url(path));
    }

    private Outcome call(ObjectNode input) {
        return calls.call(WORKSPACE, "eff_1", input).blockOptional().orElseThrow();
    }

    private JsonNode output(String pointer) {
        return call(input("/")) instanceof Outcome.Done(JsonNode output)
                ? output.at(pointer)
                : Json.mapper().missingNode();
    }

    private String error(ObjectNode input) {
        return call(input) instanceof Outcome.Failed(String error, var _) ? error : "";
    }
}
