package io.postrider.systemtests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.testkit.claims.Verifies;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Two nodes on one log: writes confirmed by one of them hold on the other. */
@Tag("servers")
class TwoNodesTest {

    private static final String ME = "/api/v1/me";
    private static final int QUOTA = 300;
    private static final int CALLERS = 8;

    /** So much of the minute has to be left that all requests fit into it. */
    private static final int SECONDS_LEFT = 25;

    private static final Pattern RESET = Pattern.compile(";t=([0-9]+)");

    @TempDir private Path folder;

    @Test
    @Verifies({"key-revocation", "rate-limits"})
    void keysAreRevokedAndLimitedOnBoth() throws Exception {
        try (BrokerProcess broker = BrokerProcess.start(folder("broker"));
                PostriderProcess one =
                        PostriderProcess.start(folder("one"), broker.settings("one"));
                PostriderProcess two =
                        PostriderProcess.join(one, folder("two"), broker.settings("two"))) {
            revokedAtOneItIsRefusedByBoth(one, two);
            revokedAtOneItIsRefusedByBoth(two, one);
            aCompletionIsTheSameOnBoth(one, two);
            bothTogetherKeepAQuota(one, two);
        }
    }

    private Path folder(String name) throws Exception {
        return Files.createDirectories(folder.resolve(name));
    }

    private static JsonNode key(PostriderProcess node, PostriderProcess other) throws Exception {
        JsonNode key =
                PostriderProcess.json(
                        node.post(
                                "/api/v1/keys",
                                "{\"name\":\"k\",\"scopes\":[\"links:read\"],\"requests_per_minute\":"
                                        + QUOTA
                                        + "}"));
        String secret = key.path("secret").asString();
        await().until(() -> other.get(ME, secret).statusCode() == 200);
        return key;
    }

    private static void revokedAtOneItIsRefusedByBoth(
            PostriderProcess answering, PostriderProcess other) throws Exception {
        JsonNode key = key(answering, other);
        String secret = key.path("secret").asString();
        assertThat(answering.get(ME, secret).statusCode()).isEqualTo(200);

        String path = "/api/v1/keys/" + key.path("id").asString() + "/revoke";
        assertThat(answering.post(path, "{}").statusCode()).isEqualTo(200);

        assertThat(answering.get(ME, secret).statusCode()).isEqualTo(401);
        await().until(() -> other.get(ME, secret).statusCode() == 401);
    }

    private static void aCompletionIsTheSameOnBoth(PostriderProcess one, PostriderProcess two)
            throws Exception {
        HttpResponse<String> first = completion(one);
        assertThat(first.statusCode()).as(first.body()).isEqualTo(200);

        // Until the other one has heard how it ended, it is under way.
        await().until(() -> completion(two).statusCode() != 409);

        HttpResponse<String> again = completion(two);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(again.headers().firstValue("Idempotent-Replayed")).hasValue("true");
    }

    private static HttpResponse<String> completion(PostriderProcess node) throws Exception {
        return node.write(
                "POST",
                "/api/v1/chat/completions",
                "{\"model\":\"echo-1\",\"messages\":[{\"role\":\"user\",\"content\":\"once\"}]}",
                "Idempotency-Key",
                "once");
    }

    private static void bothTogetherKeepAQuota(PostriderProcess one, PostriderProcess two)
            throws Exception {
        String secret = key(one, two).path("secret").asString();
        await().atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofMillis(500))
                .until(() -> secondsLeft(one.get(ME, secret)) >= SECONDS_LEFT);
        // The one by which the minute was found.
        int granted = 1;

        List<Callable<HttpResponse<String>>> requests = new ArrayList<>();
        for (int i = 0; i < 2 * QUOTA; i++) {
            PostriderProcess node = i % 2 == 0 ? one : two;
            requests.add(() -> node.get(ME, secret));
        }
        try (ExecutorService callers = Executors.newFixedThreadPool(CALLERS)) {
            for (Future<HttpResponse<String>> answer : callers.invokeAll(requests)) {
                granted += answer.get(1, TimeUnit.MINUTES).statusCode() == 200 ? 1 : 0;
            }
        }

        HttpResponse<String> last = two.get(ME, secret);
        assertThat(last.statusCode()).as("still the same minute").isEqualTo(429);
        System.out.printf("two nodes, a quota of %d: %d let in%n", QUOTA, granted);
        // One was used up when the other node was asked for the key, in the same minute or before.
        assertThat(granted).isBetween(QUOTA - 1, QUOTA + QUOTA / 10);
    }

    private static int secondsLeft(HttpResponse<String> response) {
        return RESET.matcher(response.headers().firstValue("RateLimit").orElseThrow())
                .results()
                .mapToInt(TwoNodesTest::seconds)
                .findFirst()
                .orElseThrow();
    }

    private static int seconds(MatchResult reset) {
        return Integer.parseInt(reset.group(1));
    }
}
