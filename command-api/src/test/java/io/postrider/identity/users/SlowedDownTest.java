package io.postrider.identity.users;

import static io.postrider.identity.users.TestPeople.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.identity.users.TestPeople.Browser;
import io.postrider.testkit.claims.Verifies;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rate limits of users, and the throttle of guesses. */
class SlowedDownTest {

    private static final String SESSION = "/api/v1/session";
    private static final String ADA = "ada@example.com";

    @AutoClose private final TestApi api = new TestApi(TestPeople.SECURE);
    private final TestPeople people = new TestPeople(api);

    @BeforeEach
    void adaIsThere() {
        people.user(ADA);
    }

    @Test
    @Verifies("rate-limits")
    void allBrowsersOfAUserShareOneRateLimit() {
        people.user("grace@example.com");
        Browser first = people.browser(ADA);
        Browser second = people.browser(ADA);
        Browser other = people.browser("grace@example.com");
        Response told = first.page().get(SESSION);
        assertThat(told.header("RateLimit-Policy")).isEqualTo("\"user\";q=600;w=60");
        assertThat(told.header("RateLimit")).startsWith("\"user\";r=599;t=");
        for (int i = 1; i < 600; i++) {
            assertThat(second.page().get(SESSION).status()).isEqualTo(200);
        }

        Response refused = first.page().get(SESSION);

        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.code()).isEqualTo("rate_limited");
        assertThat(refused.header("RateLimit"))
                .isEqualTo("\"user\";r=0;t=" + refused.header("Retry-After"));
        assertThat(refused.body().path("violated-policies")).hasToString("[\"user\"]");
        assertThat(other.page().get(SESSION).status()).isEqualTo(200);
        api.advance(Duration.ofMinutes(1));
        assertThat(first.page().get(SESSION).status()).isEqualTo(200);
    }

    /** Each session is written to a topic that is kept for ever. */
    @Test
    @Verifies("sign-in-throttle")
    void aUserBeginsFiftySessionsAndThenWaits() {
        for (int i = 0; i < 50; i++) {
            assertThat(people.signIn(ADA, PASSWORD).status()).isEqualTo(200);
        }

        Response refused = people.signIn(ADA, PASSWORD);

        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.code()).isEqualTo("too_many_tries");
        assertThat(refused.header("Retry-After")).isEqualTo("1");
        api.advance(Duration.ofSeconds(1));
        assertThat(people.signIn(ADA, PASSWORD).status()).isEqualTo(200);
    }

    @Test
    @Verifies("sign-in-throttle")
    void guessesThrottleTheirNetworkAndNotTheUser() {
        api.peer(new byte[] {10, 0, 0, 1});
        for (int i = 0; i < 5; i++) {
            assertThat(people.signIn(ADA, "guess " + i).status()).isEqualTo(401);
        }
        Response sixth = people.signIn(ADA, PASSWORD);
        assertThat(sixth.status()).isEqualTo(429);
        assertThat(sixth.code()).isEqualTo("too_many_tries");
        assertThat(sixth.header("Retry-After")).isEqualTo("1");

        api.peer(new byte[] {10, 0, 0, 2});
        assertThat(people.signIn(ADA, PASSWORD).status()).isEqualTo(200);

        api.peer(new byte[] {10, 0, 0, 1});
        api.advance(Duration.ofSeconds(1));
        assertThat(people.signIn(ADA, "guess again").status()).isEqualTo(401);
        assertThat(people.signIn(ADA, PASSWORD).header("Retry-After")).isEqualTo("2");
        api.advance(Duration.ofSeconds(2));
        assertThat(people.signIn(ADA, PASSWORD).status()).isEqualTo(200);
    }

    @Test
    @Verifies("sign-in-throttle")
    void manyTriesAtOnceAreNoMoreThanOneAfterTheOther() throws Exception {
        api.peer(new byte[] {10, 0, 0, 4});
        List<Future<Response>> tries = new ArrayList<>();
        try (ExecutorService guessers = Executors.newFixedThreadPool(8)) {
            for (int i = 0; i < 24; i++) {
                String guess = "guess " + i;
                tries.add(guessers.submit(() -> people.signIn(ADA, guess)));
            }
        }
        List<Integer> answers = new ArrayList<>();
        for (Future<Response> each : tries) {
            answers.add(each.get().status());
        }

        assertThat(answers).filteredOn(status -> status == 401).hasSize(5);
        assertThat(answers).filteredOn(status -> status == 429).hasSize(19);
    }

    @Test
    @Verifies("sign-in-throttle")
    void guessesAcrossUsersAreThrottled() {
        api.peer(new byte[] {10, 0, 0, 3});
        for (int i = 0; i < 20; i++) {
            assertThat(people.signIn("user" + i + "@example.com", "x").status()).isEqualTo(401);
        }
        assertThat(people.signIn("another@example.com", "x").status()).isEqualTo(429);
    }
}
