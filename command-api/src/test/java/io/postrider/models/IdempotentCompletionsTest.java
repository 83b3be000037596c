package io.postrider.models;

import static io.postrider.models.FakeProvider.chunk;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.platform.limits.HeapBounds;
import io.postrider.testkit.claims.Verifies;
import io.postrider.testkit.http.StubResponse;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;

/** That a completion with an Idempotency-Key is asked for once, whatever becomes of it. */
class IdempotentCompletionsTest {

    private static final String PATH = "/api/v1/chat/completions";

    @AutoClose private final FakeProvider world = new FakeProvider();
    private Caller repeating = world.caller();

    @BeforeEach
    void aModelIsThere() {
        repeating = world.ready().caller().with("Idempotency-Key", "k1");
    }

    private Response ask() {
        return repeating.post(PATH, FakeProvider.body(""));
    }

    private Response stream() {
        return repeating.post(PATH, FakeProvider.body(",\"stream\":true"));
    }

    private static StubResponse json(String text) {
        return StubResponse.status(200, Map.of("Content-Type", "application/json"), text);
    }

    private int asked() {
        return world.provider.requests().size();
    }

    private void assertThatItIsTheSame(Response first, Response again) {
        assertThat(first.status()).as(first.text()).isEqualTo(200);
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.text()).isEqualTo(first.text());
        assertThat(again.header("Content-Type")).isEqualTo(first.header("Content-Type"));
        assertThat(first.header("Idempotent-Replayed")).isEmpty();
        assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
        assertThat(asked()).isEqualTo(1);
    }

    @Test
    void aWholeCompletionIsTheSameAgain() {
        assertThatItIsTheSame(ask(), ask());
    }

    @Test
    void aStreamIsTheSameAgain() {
        world.provider.answerWith(
                FakeProvider.events(chunk("Hi", "null"), chunk("", "\"stop\""), "[DONE]"));

        assertThatItIsTheSame(stream(), stream());
    }

    @Test
    void theBuiltInModelSaysWhenItSaidIt() {
        String body = "{\"model\":\"echo-1\",\"messages\":[{\"role\":\"user\",\"content\":\"a\"}]}";
        Response first = repeating.post(PATH, body);
        world.api.advance(Duration.ofHours(1));

        assertThat(repeating.post(PATH, body).text()).isEqualTo(first.text());
    }

    @Test
    void anotherBodyIsAnotherRequest() {
        ask();

        Response other = repeating.post(PATH, FakeProvider.body(",\"temperature\":1"));

        assertThat(other.status()).isEqualTo(422);
        assertThat(other.code()).isEqualTo("idempotency_key_reused");
        assertThat(other.body().at("/error/code").asString("")).isEqualTo("idempotency_key_reused");
        assertThat(asked()).isEqualTo(1);
    }

    @Test
    void failedCompletionsAreRequestedAgain() {
        world.provider.answerWith(StubResponse.status(500, Map.of(), ""));
        assertThat(ask().status()).isEqualTo(502);
        world.provider.answerWith(json(FakeProvider.COMPLETION));

        assertThat(ask().status()).isEqualTo(200);
        assertThat(ask().header("Idempotent-Replayed")).isEqualTo("true");
        assertThat(asked()).isEqualTo(2);
    }

    @Test
    void aStreamThatBrokeOffIsAskedForAnew() {
        world.provider.answerWith(FakeProvider.events(chunk("Hi", "null")));
        assertThat(stream().text()).contains("event:error");
        world.provider.answerWith(FakeProvider.events(chunk("Hi", "\"stop\""), "[DONE]"));

        assertThat(stream().text()).contains("[DONE]");
        assertThat(asked()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[DONE]", "broken off"})
    void aFinishedStreamIsStored(String last) {
        world.provider.answerWith(FakeProvider.events(chunk("Hi", "null"), last));
        CompletableFuture<Void> release = new CompletableFuture<>();
        world.api.kept().holdUntil(release);
        CompletableFuture<Response> first = CompletableFuture.supplyAsync(this::stream);
        await().until(() -> release.getNumberOfDependents() == 1);

        assertThat(first).isNotDone();
        assertThat(stream().code()).isEqualTo("idempotency_in_flight");
        assertThat(first).isNotDone();

        release.complete(null);
        first.join();
        stream();
        assertThat(asked()).isEqualTo(last.equals("[DONE]") ? 1 : 2);
    }

    @Test
    void unstoredCompletionsAreAnsweredAndInFlightForOthers() {
        world.api.kept().taking(false);

        assertThat(ask().status()).isEqualTo(200);
        Response again = ask();

        assertThat(again.status()).isEqualTo(409);
        assertThat(again.code()).isEqualTo("idempotency_in_flight");
        assertThat(again.header("Retry-After")).isEqualTo("1");
        world.api.advance(Duration.ofMinutes(12));
        assertThat(ask().status()).isEqualTo(200);
    }

    /** Decisions are handed over by two threads for all workspaces. */
    @Test
    void theThreadsOfDecisionsNeitherKeepNorUnpack() {
        CompletableFuture<Void> release = new CompletableFuture<>();
        world.api.log().holdUntil(release);
        CompletableFuture<Response> first = CompletableFuture.supplyAsync(this::ask);
        await().until(() -> release.getNumberOfDependents() == 1);
        Thread.ofPlatform().name("answers-0").start(() -> release.complete(null));
        first.join();

        CompletableFuture<Void> again = new CompletableFuture<>();
        world.api.log().holdUntil(again);
        CompletableFuture<Response> second = CompletableFuture.supplyAsync(this::ask);
        await().until(() -> again.getNumberOfDependents() == 1);
        Thread.ofPlatform().name("answers-0").start(() -> again.complete(null));

        assertThat(second.join().header("Idempotent-Replayed")).isEqualTo("true");
        assertThat(world.api.kept().threads())
                .isNotEmpty()
                .allMatch(name -> name.startsWith("completions-"));
    }

    @Test
    @Verifies("kept-completion-memory")
    void aRepeatTakesItsMemoryFromTheBudget() {
        ask();
        CompletionBulkhead budget = world.api.bean(Providers.class).budget();
        Disposable others =
                budget.within(
                                TestApi.WORKSPACE,
                                HeapBounds.COMPLETIONS / 4 - 100,
                                _ -> Mono.never())
                        .subscribe();

        Response refused = ask();

        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.code()).isEqualTo("too_many_completions");
        others.dispose();
        assertThat(ask().header("Idempotent-Replayed")).isEqualTo("true");
        await().until(budget::isWhole);
    }

    @Test
    @Verifies("kept-completion-memory")
    void aRepeatOfAnotherWorkspaceIsUnaffected() {
        world.readyFor(world.api.callerOf(TestApi.OTHER_WORKSPACE));
        Caller other = world.api.callerOf(TestApi.OTHER_WORKSPACE).with("Idempotency-Key", "k1");
        other.post(PATH, FakeProvider.body(""));
        CompletionBulkhead budget = world.api.bean(Providers.class).budget();
        Disposable full =
                budget.within(TestApi.WORKSPACE, HeapBounds.COMPLETIONS / 4, _ -> Mono.never())
                        .subscribe();

        assertThat(other.post(PATH, FakeProvider.body("")).header("Idempotent-Replayed"))
                .isEqualTo("true");
        assertThat(ask().status()).isEqualTo(429);
        full.dispose();
    }

    @Test
    void oversizedCompletionsAreRequestedAgain() {
        byte[] noise = new byte[2 * CompressedTranscript.BYTES_MAX];
        new Random(1).nextBytes(noise);
        StringBuilder hex = new StringBuilder();
        for (byte each : noise) {
            hex.append("%02x".formatted(each));
        }
        world.provider.answerWith(json(FakeProvider.COMPLETION.replace("Hi there", hex)));

        assertThat(ask().text()).contains(hex);
        assertThat(ask().header("Idempotent-Replayed")).isEmpty();
        assertThat(asked()).isEqualTo(2);
    }

    @Test
    @Verifies("tenant-state")
    void otherCallersDoNotGetIt() {
        ask();
        Caller other = world.api.callerAs(world.api.key(TestApi.OTHER_WORKSPACE));
        world.readyFor(other);

        Response told = other.with("Idempotency-Key", "k1").post(PATH, FakeProvider.body(""));

        assertThat(told.header("Idempotent-Replayed")).isEmpty();
        assertThat(asked()).isEqualTo(2);
    }
}
