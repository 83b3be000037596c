package io.postrider.api.http;

import static io.postrider.testkit.records.Records.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.domain.keys.ApiKey;
import io.postrider.domain.keys.KeyEvent;
import io.postrider.domain.keys.OldSecret;
import io.postrider.domain.workspaces.Role;
import io.postrider.identity.users.TestPeople;
import io.postrider.identity.users.TestPeople.Browser;
import io.postrider.testkit.claims.Verifies;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.route.RevocableStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.http.codec.ServerSentEvent;
import reactor.core.publisher.Flux;

/** A stream goes on as long as the request that opened it would be let in, and ends within a second of that. */
class GuardedStreamsTest {

    private static final String EVENTS = "/api/v1/events?format=sse";
    private static final String PAGE = "https://page.example.com";
    private static final String ADA = "ada@example.com";

    @AutoClose
    private final TestApi api = new TestApi(Map.of("POSTRIDER_BASE_URL", "https://short.test"));

    private final TestPeople people = new TestPeople(api);

    @AutoClose
    private final ExecutorService listeners = Executors.newVirtualThreadPerTaskExecutor();

    private final AtomicReference<ApiKey> key = new AtomicReference<>();

    @BeforeEach
    void aCallerComesFromSomewhere() {
        api.peer(new byte[] {10, 0, 0, 1});
    }

    static Stream<Arguments> changes() {
        return Stream.of(
                change("revoked", key -> with(key, "revokedAt", key.createdAt())),
                change("expired", key -> with(key, "expiresAt", key.createdAt())),
                change("rotated", key -> with(key, "secretHash", "f".repeat(64))),
                change("rotated, and the overlap is over", key -> rotated(key, 0)),
                change("without the scope", key -> with(key, "scopes", List.of("links:read"))),
                change("for something else", key -> with(key, "resources", List.of("lnk_x"))),
                change("for elsewhere", key -> with(key, "ipAllow", List.of("10.0.0.2/32"))),
                change("for another page", key -> with(key, "origins", List.of("https://b.test"))));
    }

    private static Arguments change(String name, UnaryOperator<ApiKey> change) {
        return argumentSet(name, change);
    }

    private static ApiKey rotated(ApiKey key, int seconds) {
        return with(
                with(key, "secretHash", "f".repeat(64)),
                "previous",
                new OldSecret(key.secretHash(), 1, key.createdAt().plusSeconds(seconds)));
    }

    private CompletableFuture<Response> listening(Caller caller) {
        int before = api.reads().asked().size();
        CompletableFuture<Response> listening =
                CompletableFuture.supplyAsync(() -> caller.get(EVENTS), listeners);
        await().until(() -> api.reads().asked().size() >= before + 3);
        return listening;
    }

    private CompletableFuture<Response> listeningByKey() {
        String token =
                api.key(
                        TestApi.WORKSPACE,
                        made -> {
                            key.set(with(made, "origins", List.of(PAGE)));
                            return key.get();
                        });
        return listening(api.callerAs(token).with("Origin", PAGE));
    }

    private void becomes(ApiKey changed) {
        api.keys().apply(api.event("key.updated", new KeyEvent.KeyUpdated(changed), 2));
    }

    @ParameterizedTest
    @Verifies("key-revocation")
    @MethodSource("changes")
    void aKeyThatWouldNotBeLetInListensNoLonger(UnaryOperator<ApiKey> change) {
        CompletableFuture<Response> listening = listeningByKey();

        becomes(change.apply(key.get()));

        await().until(listening::isDone);
        assertThat(listening.join().status()).isEqualTo(200);
    }

    @Test
    void aStreamReleasesItsSourceAtItsEnd() {
        AtomicInteger held = new AtomicInteger();
        ApiResponse.Stream endless =
                new ApiResponse.Stream(
                        Flux.using(
                                held::incrementAndGet,
                                _ -> Flux.never(),
                                _ -> held.decrementAndGet()),
                        problem -> Flux.just(ServerSentEvent.builder(problem.code()).build()),
                        _ -> {});

        List<String> told =
                RevocableStream.stream(endless, () -> Validated.refused(Problem.notFound()))
                        .events()
                        .mapNotNull(ServerSentEvent::data)
                        .collectList()
                        .block();

        assertThat(told).containsExactly("not_found");
        assertThat(held).hasValue(0);
    }

    @Test
    void anOldSecretListensUntilItsOverlapEnds() {
        CompletableFuture<Response> listening = listeningByKey();
        becomes(rotated(key.get(), 3_600));
        CompletableFuture<Response> other = listeningByKey();
        becomes(with(key.get(), "revokedAt", api.now()));
        await().until(other::isDone);
        assertThat(listening).isNotDone();

        api.advance(Duration.ofHours(1));

        await().until(listening::isDone);
    }

    @Test
    @Verifies("key-revocation")
    void streamsRequireRevocationsOfTheLastMinute() {
        CompletableFuture<Response> byKey = listeningByKey();
        String workspace = people.workspace(people.user(ADA), Role.OWNER, "");
        CompletableFuture<Response> bySession = listening(people.browser(ADA).in(workspace));
        api.keyAge(Duration.ofSeconds(60));
        int asked = api.reads().asked().size();
        await().until(() -> api.reads().asked().size() >= asked + 4);
        assertThat(byKey).isNotDone();
        assertThat(bySession).isNotDone();

        api.keyAge(Duration.ofSeconds(61));

        await().until(() -> byKey.isDone() && bySession.isDone());
        assertThat(byKey.join().status()).isEqualTo(200);
        assertThat(bySession.join().status()).isEqualTo(200);
    }

    @Test
    void signOutEndsTheStream() {
        String workspace = people.workspace(people.user(ADA), Role.OWNER, "");
        Browser browser = people.browser(ADA);
        CompletableFuture<Response> listening = listening(browser.in(workspace));

        assertThat(browser.page().delete("/api/v1/session").status()).isEqualTo(204);

        await().until(listening::isDone);
    }

    @Test
    void removalFromAWorkspaceEndsTheStream() {
        String ada = people.user(ADA);
        String workspace = people.workspace(people.user("grace@example.com"), Role.VIEWER, ada);
        CompletableFuture<Response> listening = listening(people.browser(ADA).in(workspace));

        people.remove(workspace, ada);

        await().until(listening::isDone);
    }
}
