package io.postrider.models;

import static io.postrider.models.FakeProvider.COMPLETION;
import static io.postrider.models.FakeProvider.HEADER;
import static io.postrider.models.FakeProvider.KEY;
import static io.postrider.models.FakeProvider.MODEL;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.api.http.LogLines;
import io.postrider.platform.limits.HeapBounds;
import io.postrider.schemas.json.Json;
import io.postrider.testkit.claims.Verifies;
import io.postrider.testkit.http.ReceivedRequest;
import io.postrider.testkit.http.StubResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Completions through a provider, which may do as it likes. */
@Isolated("it reads the log of the JVM")
class ProviderTest {

    @AutoClose private final LogLines log = new LogLines();
    @AutoClose private final FakeProvider world = new FakeProvider().ready();

    private JsonNode asked() throws InterruptedException {
        ReceivedRequest request = world.provider.awaitRequests(1, Duration.ofSeconds(60)).getLast();
        return Json.mapper().readTree(request.text());
    }

    private void assertProblem(Response told, int status, String code) {
        assertThat(told.status()).as(told.text()).isEqualTo(status);
        assertThat(told.code()).isEqualTo(code);
        assertThat(told.body().at("/error/code").asString("")).isEqualTo(code);
        assertThat(told.body().at("/error/message").asString("")).isNotBlank();
        assertThat(told.text()).doesNotContain("planted", "127.0.0.1");
        assertThat(log.all()).noneMatch(line -> line.contains("planted"));
        Awaitility.await()
                .untilAsserted(() ->
                        assertThat(world.api.bean(Providers.class).budget().isWhole()).isTrue());
    }

    @Test
    void theAnswerIsTheProvidersUnderTheNameOfTheModel() throws Exception {
        Response told =
                world.complete(
                        ",\"seed\":7,\"x_unknown\":{\"deep\":[1.5,null]},\"max_completion_tokens\":9");

        assertThat(told.status()).as(told.text()).isEqualTo(200);
        JsonNode expected = Json.mapper().readTree(COMPLETION.replace("llama-3.3-70b", MODEL));
        assertThat(told.body()).isEqualTo(expected);
        ReceivedRequest request = world.provider.requests().getFirst();
        assertThat(request.method()).isEqualTo("POST");
        assertThat(request.target()).isEqualTo("/v1/chat/completions");
        assertThat(request.header("authorization")).hasValue("Bearer " + KEY);
        assertThat(request.header("x-title")).hasValue(HEADER);
        assertThat(request.header("content-type")).hasValue("application/json");
        assertThat(request.header("user-agent")).hasValue("Postrider/test");
        assertThat(asked())
                .isEqualTo(
                        Json.mapper()
                                .readTree(
                                        "{\"model\":\"llama-3.3-70b\",\"messages\":[{\"role\":\"user\",\"content\":\"Hello\"}],"
                                                + "\"seed\":7,\"x_unknown\":{\"deep\":[1.5,null]},\"max_completion_tokens\":9}"));
    }

    @Test
    void defaultsHoldWhereARequestSaysNothing() throws Exception {
        world.caller()
                .patch(
                        "/api/v1/models/" + MODEL,
                        "{\"defaults\":{\"system\":\"Be brief.\",\"temperature\":0.25,\"max_tokens\":50}}");

        world.complete("");
        assertThat(asked().at("/messages/0/content").asString("")).isEqualTo("Be brief.");
        assertThat(asked().at("/messages/1/content").asString("")).isEqualTo("Hello");
        assertThat(asked().path("temperature").asDouble(0)).isEqualTo(0.25);
        assertThat(asked().path("max_tokens").asInt(0)).isEqualTo(50);

        world.caller()
                .post(
                        "/api/v1/chat/completions",
                        "{\"model\":\"%s\",\"temperature\":0,\"max_completion_tokens\":7,\"messages\":[{\"role\":\"developer\",\"content\":\"d\"}]}"
                                .formatted(MODEL));
        JsonNode second = Json.mapper().readTree(world.provider.requests().getLast().text());
        assertThat(second.path("messages")).hasSize(1);
        assertThat(second.path("temperature").asInt(9)).isZero();
        assertThat(second.has("max_tokens")).isFalse();
    }

    @ParameterizedTest
    @Verifies({"outbound-bounds", "outbound-errors"})
    @CsvSource({
        "401, 502, provider_key_refused",
        "403, 502, provider_key_refused",
        "400, 400, provider_rejected",
        "413, 413, provider_rejected",
        "422, 422, provider_rejected",
        "404, 502, provider_not_found",
        "402, 502, provider_failed",
        "500, 502, provider_failed",
        "503, 502, provider_failed",
        "301, 502, provider_redirected",
        "307, 502, provider_redirected",
    })
    void everyRejectionHasItsOwnCode(int answered, int status, String code) {
        world.provider.answerWith(
                StubResponse.status(
                        answered,
                        Map.of(
                                "Content-Type",
                                "application/json",
                                "Location",
                                world.provider.url("/elsewhere")),
                        "{\"error\":{\"message\":\"Too long: "
                                + KEY
                                + " "
                                + HEADER
                                + " at http://127.0.0.1:9/x or 127.0.0.1:9\",\"code\":\""
                                + KEY
                                + "\"}}"));

        for (String further : new String[] {"", ",\"stream\":true"}) {
            assertProblem(world.complete(further), status, code);
        }
        assertThat(world.provider.requests())
                .hasSize(2)
                .allMatch(request -> request.target().equals("/v1/chat/completions"));
    }

    @Test
    void theReasonOfARefusalIsPassedOn() {
        world.provider.answerWith(
                StubResponse.status(
                        400, Map.of(), "{\"error\":{\"message\":\"max_tokens is too large: 9\"}}"));

        assertThat(world.complete("").member("detail"))
                .isEqualTo("The provider rejected the request: max_tokens is too large: 9");

        world.provider.answerWith(StubResponse.status(400, Map.of(), "<html>nginx</html>"));
        assertThat(world.complete("").member("detail"))
                .isEqualTo("The provider rejected the request.");
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 413, 422, 429})
    void theCodeAndParameterOfARefusalArePassedOn(int answered) {
        world.provider.answerWith(
                StubResponse.status(
                        answered,
                        Map.of(),
                        "{\"error\":{\"message\":\"Too long\",\"type\":\"invalid_request_error\","
                                + "\"param\":\"messages[0].content\",\"code\":\"context_length_exceeded\"}}"));

        for (String further : new String[] {"", ",\"stream\":true"}) {
            Response told = world.complete(further);
            assertThat(told.status()).isEqualTo(answered);
            assertThat(told.code()).startsWith("provider_");
            assertThat(told.member("provider_code")).isEqualTo("context_length_exceeded");
            assertThat(told.body().at("/error/code").asString(""))
                    .isEqualTo("context_length_exceeded");
            assertThat(told.body().at("/error/param").asString(""))
                    .isEqualTo("messages[0].content");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"KEY\"",
                "\"a b\"",
                "\"https://a.b/c\"",
                "\"10.0.0.1\"",
                "400",
                "{}",
                "\"\""
            })
    void codesThatAreNoWordsAreNotPassedOn(String code) {
        String body =
                "{\"error\":{\"message\":\"x\",\"code\":%1$s,\"param\":%1$s}}"
                        .formatted(code.replace("KEY", KEY));
        world.provider.answerWith(StubResponse.status(400, Map.of(), body));

        Response told = world.complete("");

        assertThat(told.body().at("/error/code").asString("")).isEqualTo("provider_rejected");
        assertThat(told.body().at("/error/param").isNull()).isTrue();
        assertThat(told.text()).doesNotContain(KEY, "10.0.0.1");
    }

    @Test
    void aLimitOfTheProviderIsPassedOnWithItsWait() {
        world.provider.answerWith(StubResponse.status(429, Map.of("Retry-After", "17"), "{}"));
        Response told = world.complete("");

        assertProblem(told, 429, "provider_rate_limited");
        assertThat(told.header("Retry-After")).isEqualTo("17");
        assertThat(told.body().at("/error/type").asString("")).isEqualTo("rate_limit_error");

        world.provider.answerWith(StubResponse.status(429));
        assertThat(world.complete("").header("Retry-After")).isEqualTo("1");
    }

    @ParameterizedTest
    @CsvSource({"503, 502", "400, 400", "413, 413", "422, 422"})
    void whenToComeAgainIsPassedOnWithAnyRefusal(int answered, int status) {
        world.provider.answerWith(StubResponse.status(answered, Map.of("Retry-After", "9"), "{}"));

        Response told = world.complete("");

        assertThat(told.status()).isEqualTo(status);
        assertThat(told.header("Retry-After")).isEqualTo("9");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "not json",
                "",
                "[]",
                "null",
                "{}",
                "{\"choices\":5}",
                "{\"choices\":[]",
                "{\"choices\":[],\"choices\":[]}",
                "{\"choices\":[]} more",
                "{\"choices\":[\"\u00ff\"]}"
            })
    void otherDocumentsAreMalformed(String body) {
        byte[] latin = body.getBytes(StandardCharsets.ISO_8859_1);
        world.provider.answerWith(StubResponse.status(200, Map.of(), latin));

        assertProblem(world.complete(""), 502, "provider_malformed");
    }

    @Test
    void halvesOfCharactersAreNeitherLostNorAFailure() {
        world.provider.answerWith(
                StubResponse.status(200, Map.of(), "{\"choices\":[],\"a\":\"\\ud83d\"}"));

        Response told = world.complete(",\"user\":\"\\ude00\"");

        assertThat(told.status()).isEqualTo(200);
        assertThat(told.text()).contains("\\ud83d");
        assertThat(world.provider.requests().getFirst().text()).contains("\\ude00");
    }

    @Test
    void aFailureUnderAGoodStatusIsAFailure() {
        world.provider.answerWith(
                StubResponse.status(200, Map.of(), "{\"error\":{\"message\":\"planted\"}}"));

        assertProblem(world.complete(""), 502, "provider_failed");
    }

    @Test
    void otherProtocolsAreMalformed() {
        world.provider.answerWith(StubResponse.raw("SSH-2.0-OpenSSH_9.6\r\n\r\n"));

        assertProblem(world.complete(""), 502, "provider_malformed");
    }

    @Test
    void aProviderThatIsDownIsUnreachable() {
        world.provider.close();

        assertProblem(world.complete(""), 502, "provider_unreachable");
        assertProblem(world.streamed(), 502, "provider_unreachable");
    }

    @Test
    void aClosedConnectionIsDistinguished() {
        world.provider.answerWith(StubResponse.raw(""));
        assertProblem(world.complete(""), 502, "provider_broke_off");

        world.provider.answerWith(
                StubResponse.rawThenReset("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{"));
        assertProblem(world.complete(""), 502, "provider_broke_off");
    }

    @Test
    void aProviderThatNeverAnswersIsGivenUp() {
        world.impatient().provider.answerWith(StubResponse.silence());

        assertInTime(() -> assertProblem(world.complete(""), 504, "provider_timeout"));
        assertInTime(() -> assertProblem(world.streamed(), 504, "provider_timeout"));
    }

    @Test
    @Verifies("outbound-bounds")
    void aProviderThatDripsIsGivenUp() {
        world.impatient()
                .provider
                .answerWith(
                        StubResponse.drip(
                                "HTTP/1.1 200 OK\r\nContent-Length: 999999\r\n\r\n{", " ", 50));

        assertInTime(() -> assertProblem(world.complete(""), 504, "provider_timeout"));
    }

    /** Its connection gives it five seconds, and any other has two minutes. */
    private static void assertInTime(Runnable call) {
        long start = System.nanoTime();
        call.run();
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(60));
    }

    @Test
    @Verifies("outbound-bounds")
    void anAnswerWithoutAnEndIsCutOff() {
        world.provider.answerWith(
                StubResponse.flood("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n{\"a\":\"", "x"));

        assertProblem(world.complete(""), 502, "provider_answer_too_large");
    }

    @Test
    void aHeadWithoutAnEndIsCutOff() {
        world.provider.answerWith(StubResponse.flood("HTTP/1.1 200 OK\r\n", "a: b\r\n"));

        assertProblem(world.complete(""), 502, "provider_answer_too_large");
    }

    @Test
    void aRefusalWithoutAnEndIsARefusal() {
        world.provider.answerWith(
                StubResponse.flood("HTTP/1.1 500 Oh\r\nConnection: close\r\n\r\n", "x"));

        assertProblem(world.complete(""), 502, "provider_failed");
    }

    @Test
    void hintsAheadOfAnAnswerAreNotTheAnswer() {
        world.provider.answerWith(
                StubResponse.raw(
                        "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nConnection: close\r\n\r\n"
                                + "{\"choices\":[]}"));

        assertThat(world.complete("").status()).isEqualTo(200);
    }

    @Test
    @Verifies("target-addresses")
    void aNameThatLeadsToAPrivateAddressIsNotCalled() {
        String connection = world.connectTo("https://localhost:9/v1", "");
        try (FakeProvider closed = new FakeProvider(Map.of())) {
            // Stored while the operator allowed it.
            world.name("moved", connection, "");
            world.api.log().events().forEach(closed.api.bean(ModelReplica.class)::apply);

            for (String alias : new String[] {MODEL, "moved"}) {
                Response told =
                        closed.caller()
                                .post(
                                        "/api/v1/chat/completions",
                                        "{\"model\":\"%s\",\"messages\":[{\"role\":\"user\",\"content\":\"a\"}]}"
                                                .formatted(alias));
                assertThat(told.code()).isEqualTo("provider_address_refused");
                assertThat(told.text()).doesNotContain("127.0.0.1", "localhost");
            }
        }
        assertThat(world.provider.requests()).isEmpty();
    }

    @Test
    void aSecretThatCannotBeOpenedIsNotGuessed() {
        world.api.dataKeys().remove(TestApi.WORKSPACE, 0);

        assertThat(world.complete("").code()).isEqualTo("secrets_unavailable");
        assertThat(world.provider.requests()).isEmpty();
    }

    @Test
    @Verifies("completion-budget")
    void aWorkspaceGetsAQuarterOfTheCalls() throws Exception {
        try (FakeProvider few =
                new FakeProvider(
                                Map.of(
                                        "POSTRIDER_EGRESS_ALLOW",
                                        "127.0.0.0/8",
                                        "POSTRIDER_MODEL_CALLS_MAX",
                                        "7"))
                        .ready()) {
            few.impatient().provider.answerWith(StubResponse.silence());
            var first = CompletableFuture.supplyAsync(() -> few.complete(""));
            few.provider.awaitRequests(1, Duration.ofSeconds(60));

            Response second = few.complete("");

            assertThat(second.status()).isEqualTo(429);
            assertThat(second.code()).isEqualTo("too_many_completions");
            assertThat(first.join().code()).isEqualTo("provider_timeout");
            Awaitility.await().until(() -> few.api.bean(Providers.class).budget().isWhole());
        }
    }

    @Test
    @Verifies("completion-budget")
    void aWorkspaceGetsAQuarterOfTheMemory() throws Exception {
        Caller other = world.api.callerOf(TestApi.OTHER_WORKSPACE);
        world.readyFor(other);
        CompletionBulkhead budget = world.api.bean(Providers.class).budget();
        int quarter = 4;
        String much = "x".repeat(HeapBounds.COMPLETIONS / quarter / quarter - 90_000);
        world.provider.answerWith(exchange -> {
            exchange.send(
                    "HTTP/1.1 200 OK\r\nContent-Length: "
                            + (much.length() + 100)
                            + "\r\n\r\n{\"a\":\""
                            + much);
            return exchange.socket().getInputStream().read() >= 0;
        });
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Response>> waiting = new ArrayList<>();
            for (int i = 0; i < quarter; i++) {
                waiting.add(callers.submit(() -> world.complete("")));
            }
            Awaitility.await()
                    .until(() -> budget.bytesOf(TestApi.WORKSPACE) > quarter * much.length());

            Response refused = world.complete("");

            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.code()).isEqualTo("too_many_completions");
            world.provider.answerWith(StubResponse.status(200, Map.of(), COMPLETION));
            assertThat(other.post("/api/v1/chat/completions", FakeProvider.body("")).status())
                    .isEqualTo(200);
            world.provider.close();
            for (Future<Response> each : waiting) {
                assertThat(each.get().code()).isEqualTo("provider_broke_off");
            }
        }
        Awaitility.await().until(budget::isWhole);
    }

    @Test
    @Verifies("completion-budget")
    void noMoreCallsThanAllowedAreUnderWay() throws Exception {
        try (FakeProvider few =
                new FakeProvider(
                                Map.of(
                                        "POSTRIDER_EGRESS_ALLOW",
                                        "127.0.0.0/8",
                                        "POSTRIDER_MODEL_CALLS_MAX",
                                        "1"))
                        .ready()) {
            few.impatient().provider.answerWith(StubResponse.silence());
            var first = CompletableFuture.supplyAsync(() -> few.complete(""));
            few.provider.awaitRequests(1, Duration.ofSeconds(60));

            Response second = few.complete("");

            assertThat(second.status()).isEqualTo(503);
            assertThat(second.code()).isEqualTo("overloaded");
            assertThat(first.join().code()).isEqualTo("provider_timeout");
            few.provider.answerWith(StubResponse.status(200, Map.of(), COMPLETION));
            assertThat(few.complete("").status()).isEqualTo(200);
        }
    }
}
