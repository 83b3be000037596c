package io.postrider.models;

import static io.postrider.models.FakeProvider.MODEL;
import static io.postrider.models.FakeProvider.chunk;
import static io.postrider.models.FakeProvider.events;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.domain.keys.ApiKey;
import io.postrider.domain.keys.KeyEvent;
import io.postrider.domain.workspaces.Role;
import io.postrider.identity.users.TestPeople;
import io.postrider.schemas.json.Json;
import io.postrider.testkit.http.StubResponse;
import io.postrider.testkit.records.Records;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Completions in pieces, of providers that break off, stall, babble and never end. */
class ProviderStreamTest {

    private static final String HEAD =
            "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";

    @AutoClose
    private final ExecutorService listeners = Executors.newVirtualThreadPerTaskExecutor();

    @AutoClose private final FakeProvider world = new FakeProvider().ready();

    private CompletableFuture<Response> listening(Caller caller) {
        return CompletableFuture.supplyAsync(
                () ->
                        caller.post(
                                "/api/v1/chat/completions", FakeProvider.body(",\"stream\":true")),
                listeners);
    }

    private static List<String> data(Response told) {
        return told.text()
                .lines()
                .filter(line -> line.startsWith("data: "))
                .map(line -> line.substring("data: ".length()))
                .toList();
    }

    private static String httpChunk(String text) {
        return Integer.toHexString(text.length()) + "\r\n" + text + "\r\n";
    }

    private void assertEndsWith(Response told, String code) {
        assertThat(told.status()).isEqualTo(200);
        assertThat(told.text()).contains("event:error").doesNotContain("planted", "127.0.0.1");
        JsonNode last = Json.mapper().readTree(data(told).getLast());
        assertThat(last.at("/error/code").asString("")).isEqualTo(code);
        assertThat(last.at("/error/message").asString("")).isNotBlank();
        await().untilAsserted(() -> {
            assertThat(world.api.bean(Providers.class).budget().isWhole()).isTrue();
            assertThat(world.provider.server().open()).isZero();
        });
    }

    @Test
    void piecesArePassedOnUnderTheNameOfTheModel() {
        world.provider.answerWith(
                events(chunk("Hi", "null"), chunk(" there", "\"stop\""), "[DONE]"));

        Response told = world.streamed();

        assertThat(told.header("Content-Type")).startsWith("text/event-stream");
        List<String> data = data(told);
        assertThat(data).hasSize(3).last().isEqualTo("[DONE]");
        JsonNode first = Json.mapper().readTree(data.getFirst());
        assertThat(first.path("model").asString("")).isEqualTo(MODEL);
        assertThat(first.at("/choices/0/delta/content").asString("")).isEqualTo("Hi");
        assertThat(world.provider.requests().getFirst().header("accept"))
                .hasValue("text/event-stream");
        await().untilAsserted(() ->
                assertThat(world.api.bean(Providers.class).budget().isWhole()).isTrue());
    }

    @Test
    void howeverTheBytesAreCutThePiecesAreTheSame() {
        String text =
                ": thinking\r\n\r\nevent: x\ndata: "
                        + chunk("a", "null")
                        + "\r\n\r\ndata:"
                        + chunk("b", "\"stop\"")
                        + "\r\rdata: [DONE]\n\n";
        StringBuilder answer = new StringBuilder(HEAD);
        text.chars().forEach(c -> answer.append(httpChunk(Character.toString(c))));
        world.provider.answerWith(StubResponse.raw(answer + "0\r\n\r\n"));

        Response told = world.streamed();

        assertThat(data(told)).hasSize(3).last().isEqualTo("[DONE]");
        assertThat(told.text()).contains(":alive").doesNotContain("thinking");
    }

    @Test
    void aFinishedStreamWithoutDoneIsComplete() {
        world.provider.answerWith(events(chunk("Hi", "\"stop\"")));

        assertThat(data(world.streamed())).hasSize(2).last().isEqualTo("[DONE]");
    }

    @Test
    void dataAfterTheEndIsNotAwaited() {
        world.provider.answerWith(
                StubResponse.drip(
                        HEAD + httpChunk("data: " + chunk("a", "null") + "\n\ndata: [DONE]\n\n"),
                        "1\r\n:\r\n",
                        50));

        assertThat(data(world.streamed())).hasSize(2).last().isEqualTo("[DONE]");
        await().untilAsserted(() -> assertThat(world.provider.server().open()).isZero());
    }

    @Test
    void aStreamThatBreaksOffEndsInAnError() {
        world.provider.answerWith(
                StubResponse.raw(HEAD + httpChunk("data: " + chunk("a", "null") + "\n\n")));
        assertEndsWith(world.streamed(), "provider_broke_off");

        world.provider.answerWith(
                StubResponse.rawThenReset(
                        HEAD + httpChunk("data: " + chunk("a", "null") + "\n\n")));
        assertEndsWith(world.streamed(), "provider_broke_off");

        world.provider.answerWith(events(chunk("a", "null")));
        assertEndsWith(world.streamed(), "provider_broke_off");
    }

    @Test
    void aKeyThatIsRevokedEndsItsStream() throws Exception {
        AtomicReference<ApiKey> key = new AtomicReference<>();
        String token =
                world.api.key(
                        TestApi.WORKSPACE,
                        made -> {
                            key.set(made);
                            return made;
                        },
                        "models:invoke");
        world.provider.answerWith(
                StubResponse.drip(HEAD, httpChunk("data: " + chunk("a", "null") + "\n\n"), 20));
        CompletableFuture<Response> listening = listening(world.api.callerAs(token));
        world.provider.awaitRequests(1, Duration.ofSeconds(60));

        ApiKey revoked = Records.with(key.get(), "revokedAt", world.api.now());
        world.api.keys().apply(world.api.event("key.revoked", new KeyEvent.KeyRevoked(revoked), 2));

        assertEndsWith(listening.join(), "unauthorized");
    }

    /** Also while its provider says nothing: its connection would wait for two seconds. */
    @Test
    void aKeyThatMayNotInvokeAnyMoreEndsItsStream() throws Exception {
        AtomicReference<ApiKey> key = new AtomicReference<>();
        String token =
                world.api.key(
                        TestApi.WORKSPACE,
                        made -> {
                            key.set(made);
                            return made;
                        },
                        "models:invoke");
        world.provider.answerWith(StubResponse.drip(HEAD, httpChunk("\n"), 20));
        CompletableFuture<Response> listening = listening(world.api.callerAs(token));
        world.provider.awaitRequests(1, Duration.ofSeconds(60));

        ApiKey narrowed = Records.with(key.get(), "scopes", List.of("links:read"));
        world.api
                .keys()
                .apply(world.api.event("key.updated", new KeyEvent.KeyUpdated(narrowed), 2));

        assertEndsWith(listening.join(), "scope_missing");
    }

    @Test
    void aLostScopeEndsTheStream() throws Exception {
        try (FakeProvider secure =
                new FakeProvider(
                        Map.of(
                                "POSTRIDER_BASE_URL", "https://short.test",
                                "POSTRIDER_EGRESS_ALLOW", "127.0.0.0/8"))) {
            TestPeople people = new TestPeople(secure.api);
            String ada = people.user("ada@example.com");
            String grace = people.user("grace@example.com");
            String workspace = people.workspace(grace, Role.DEVELOPER, ada);
            Caller caller = people.browser("ada@example.com").in(workspace);
            secure.readyFor(caller);
            secure.provider.answerWith(StubResponse.drip(HEAD, httpChunk("\n"), 20));
            CompletableFuture<Response> listening = listening(caller);
            secure.provider.awaitRequests(1, Duration.ofSeconds(60));

            people.change(workspace, ada, Role.VIEWER);

            JsonNode last = Json.mapper().readTree(data(listening.join()).getLast());
            assertThat(last.at("/error/code").asString("")).isEqualTo("scope_missing");
        }
    }

    @Test
    void aStreamThatStallsEndsInAnError() {
        world.impatient()
                .provider
                .answerWith(
                        StubResponse.drip(
                                HEAD + httpChunk("data: " + chunk("a", "null") + "\n\n"),
                                "3\r\n:a\n\r\n",
                                100));

        Response told = world.streamed();

        assertThat(data(told)).hasSize(2);
        assertEndsWith(told, "provider_timeout");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{", "nonsense", "[]", "{\"choices\":1}", "{\"a\":1}", "\"\u00ff\""})
    void aPieceThatIsNoneEndsInAnError(String piece) {
        world.provider.answerWith(events(chunk("a", "null"), piece, chunk("b", "null")));

        Response told = world.streamed();

        assertThat(data(told)).hasSize(2);
        assertEndsWith(told, "provider_malformed");
    }

    @Test
    void aFailureThatTheProviderReportsEndsInAnError() {
        world.provider.answerWith(
                events(chunk("a", "null"), "{\"error\":{\"message\":\"planted\",\"code\":500}}"));

        assertEndsWith(world.streamed(), "provider_failed");
    }

    @Test
    void aLineWithoutAnEndIsCutOff() {
        world.provider.answerWith(
                StubResponse.flood(
                        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
                                + "data: ",
                        "x"));

        assertEndsWith(world.streamed(), "provider_answer_too_large");
    }

    @Test
    void anAnswerThatIsNoStreamIsMalformed() {
        world.provider.answerWith(
                StubResponse.status(
                        200, Map.of("Content-Type", "application/json"), FakeProvider.COMPLETION));

        Response told = world.streamed();

        assertThat(told.status()).isEqualTo(502);
        assertThat(told.code()).isEqualTo("provider_malformed");
    }
}
