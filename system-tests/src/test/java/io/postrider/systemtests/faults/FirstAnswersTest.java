package io.postrider.systemtests.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.systemtests.PostriderProcess;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Writes confirmed right before a kill hold from the first response after it: their events were not committed yet, and the
 * starting process must not answer from the committed state.
 */
@Tag("faults")
@Tag("kills")
class FirstAnswersTest {

    private static final Duration PATIENCE = Duration.ofMinutes(3);

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path folder;

    /** Statuses of requests repeated from the moment when the port was open. */
    private static final class Seen {
        private final Set<Integer> revokedKey = new TreeSet<>();
        private final Set<Integer> deletedLink = new TreeSet<>();
        private final Set<Integer> newLink = new TreeSet<>();
    }

    @Test
    void theLastAnswersBeforeManyKillsHoldFromTheFirstOnesAfterThem() throws Exception {
        answersHold(Integer.getInteger("postrider.rounds", 5));
    }

    private void answersHold(int rounds) throws Exception {
        Seen seen = new Seen();
        try (PostriderProcess postrider = PostriderProcess.start(folder)) {
            for (int round = 0; round < rounds; round++) {
                round(postrider, round, seen);
            }
        }
        System.out.printf(
                "revoked key %s, deleted link %s, new link %s%n",
                seen.revokedKey, seen.deletedLink, seen.newLink);
        assertThat(seen.revokedKey).isSubsetOf(401, 503).contains(401);
        assertThat(seen.deletedLink).isSubsetOf(410, 503).contains(410);
        assertThat(seen.newLink).isSubsetOf(302, 503).contains(302);
    }

    private static void round(PostriderProcess postrider, int round, Seen seen) throws Exception {
        JsonNode key =
                done(postrider.post("/api/v1/keys", "{\"name\":\"k\",\"preset\":\"links\"}"));
        String secret = key.path("secret").asString();
        String doomed = link(postrider, "doomed-" + round);
        String keyPath = "/api/v1/keys/" + key.path("id").asString();
        settle(postrider, doomed, keyPath);

        List<HttpResponse<String>> last =
                List.of(
                        postrider.write("DELETE", doomed, ""),
                        postrider.write("POST", "/api/v1/links", body("new-" + round)),
                        postrider.write("POST", keyPath + "/revoke", ""));
        postrider.killNine();
        assertThat(last).extracting(HttpResponse::statusCode).containsExactly(204, 201, 200);

        postrider.launchAgain();
        Awaitility.await()
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(5))
                .until(postrider::listens);
        Visitor visitor = new Visitor(postrider.port());
        boolean ready;
        do {
            // Asked before: so the last round of questions comes after it was ready.
            ready = postrider.isReady();
            seen.revokedKey.add(postrider.get("/api/v1/me", secret).statusCode());
            seen.deletedLink.add(visitor.follow("doomed-" + round, "https://visits.example/"));
            seen.newLink.add(visitor.follow("new-" + round, "https://visits.example/"));
        } while (!ready);
    }

    /** Lets the lists catch up, so that what is killed later is younger than all of this. */
    private static void settle(PostriderProcess postrider, String... paths) {
        for (String path : paths) {
            Awaitility.await()
                    .atMost(PATIENCE)
                    .until(() -> postrider.get(path).statusCode() == 200);
        }
    }

    private static String link(PostriderProcess postrider, String slug)
            throws IOException, InterruptedException {
        JsonNode link = done(postrider.post("/api/v1/links", body(slug)));
        return "/api/v1/links/" + link.path("id").asString();
    }

    private static String body(String slug) {
        return "{\"url\":\"https://example.com/\",\"slug\":\"" + slug + "\"}";
    }

    private static JsonNode done(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        return PostriderProcess.json(answer);
    }
}
