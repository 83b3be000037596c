package io.postrider.systemtests.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.schemas.Click;
import io.postrider.systemtests.PostriderProcess;
import io.postrider.testkit.http.RecordingReceiver;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A data folder that clicks, deliveries and refusals fill: the process goes on, refuses what it must, and recovers. */
@Tag("faults")
@Tag("disk")
class FullDiskTest {

    private static final int VISITORS = 8;
    private static final int DISK_MB = 1_536;
    private static final int LOW_MB = 128;
    private static final int CRITICAL_MB = LOW_MB / 2;
    private static final int TIGHT_MB = LOW_MB + LOW_MB / 2;
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Duration COUNTING = Duration.ofMinutes(15);
    private static final Duration POLL = Duration.ofSeconds(2);
    private static final String METADATA =
            IntStream.range(0, 20)
                    .mapToObj(i -> "\"m" + i + "\":\"" + "m".repeat(450) + "\"")
                    .collect(Collectors.joining(","));
    private static final String ANY_LINK = "{\"url\":\"https://example.com/\"}";

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path folder;

    private final AtomicInteger visits = new AtomicInteger();
    private final Queue<String> followed = new ConcurrentLinkedQueue<>();
    private final List<String> created = new ArrayList<>();

    @Test
    void aFullDiskLosesNoConfirmedWriteAndRecovers() throws Exception {
        try (SmallDisk disk = SmallDisk.mount(folder.resolve("data"), DISK_MB);
                RecordingReceiver receiver = RecordingReceiver.start();
                PostriderProcess postrider =
                        PostriderProcess.start(
                                folder,
                                Map.of(
                                        "POSTRIDER_DISK_LOW_MB",
                                        Integer.toString(LOW_MB),
                                        // One lane of the spool.
                                        "POSTRIDER_EVENT_LOOPS",
                                        "1"))) {
            postrider.post(
                    "/api/v1/webhooks",
                    "{\"url\":\"" + receiver.url("/hook") + "\",\"event_types\":[\"link.*\"]}");
            created(postrider, "known");
            JsonNode leaked = key(postrider);
            JsonNode gone = key(postrider);
            assertThat(revoke(postrider, gone)).isEqualTo(200);
            disk.leave(TIGHT_MB - 20);

            fillWithWrites(postrider, disk, gone.path("secret").asString());
            whileItIsLow(postrider);
            assertThat(revoke(postrider, leaked)).isEqualTo(200);
            // What ran on this disk may run on it again; files that only the process kept are gone.
            postrider.killNine();
            disk.leave(LOW_MB - 8);
            postrider.startAgain();
            whileItIsLow(postrider);
            fillWithClicks(postrider, disk);

            disk.makeRoom();

            await().atMost(PATIENCE)
                    .untilAsserted(() ->
                            assertThat(postrider.post("/api/v1/links", ANY_LINK).statusCode())
                                    .isEqualTo(201));
            judge(postrider, receiver);
        }
    }

    private void fillWithWrites(PostriderProcess postrider, SmallDisk disk, String gone)
            throws Exception {
        int status = 201;
        for (int i = 0; status == 201; i++) {
            status = create(postrider, "filler-" + i).statusCode();
            if (status == 201) {
                created.add("filler-" + i);
            }
            visit(postrider, "known");
            // Recorded in the audit as long as there is room.
            assertThat(postrider.get("/api/v1/links", gone).statusCode()).isEqualTo(401);
        }
        assertThat(status).isEqualTo(507);
        assertThat(disk.freeMb()).isBetween((long) CRITICAL_MB, LOW_MB + LOW_MB / 8L);
    }

    private void whileItIsLow(PostriderProcess postrider) throws Exception {
        HttpResponse<String> refused = create(postrider, "refused");
        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(507);
        assertThat(PostriderProcess.json(refused).path("code").asString()).isEqualTo("disk_low");
        assertThat(refused.headers().firstValue("Retry-After")).isPresent();
        assertThat(visit(postrider, "known")).isEqualTo(302);
        assertThat(postrider.get("/api/v1/links").statusCode()).isEqualTo(200);
        assertThat(postrider.get("/livez").statusCode()).isEqualTo(200);
        assertThat(postrider.get("/readyz").statusCode()).isEqualTo(200);
    }

    /** Follows a link until there is no room for its clicks; the space stays about where that begins. */
    private void fillWithClicks(PostriderProcess postrider, SmallDisk disk) throws Exception {
        disk.leave(CRITICAL_MB - 4);
        try (ExecutorService visitors = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < VISITORS; i++) {
                var _ = visitors.submit(() -> visitUntilRefused(postrider));
            }
        }
        assertThat(visit(postrider, "known")).isEqualTo(503);
        assertThat(disk.freeMb()).isGreaterThan(CRITICAL_MB / 2);
        assertThat(postrider.get("/api/v1/links").statusCode()).isEqualTo(200);
        assertThat(postrider.peek("known")).isEqualTo(302);
    }

    private void judge(PostriderProcess postrider, RecordingReceiver receiver) throws Exception {
        for (String slug : created) {
            assertThat(postrider.peek(slug)).as(slug).isEqualTo(302);
        }
        assertThat(postrider.peek("refused")).isEqualTo(404);
        PublicLog log = new PublicLog(postrider.log());
        // What counts runs at the lowest priority; the sum is cheaper to ask for than all clicks.
        await().atMost(COUNTING).pollInterval(POLL).until(() -> counted(postrider));
        // Each of them, and none of them twice.
        List<String> counted = pages(log);
        assertThat(counted).hasSameSizeAs(followed);
        assertThat(Set.copyOf(counted)).isEqualTo(Set.copyOf(followed));
        await().atMost(PATIENCE)
                .untilAsserted(() -> {
                    List<String> bodies =
                            receiver.requests().stream().map(request -> request.text()).toList();
                    assertThat(created)
                            .allMatch(slug ->
                                    bodies.stream()
                                            .anyMatch(body ->
                                                    body.contains("\"slug\":\"" + slug + "\"")));
                });
    }

    private boolean counted(PostriderProcess postrider) throws Exception {
        JsonNode totals = postrider.getJson("/api/v1/clicks/stats").path("totals");
        return totals.path("clicks").asLong() >= followed.size();
    }

    private static List<String> pages(PublicLog log) {
        return ClickJudge.clicks(log.clicks()).stream()
                .map(Click::referrer)
                .flatMap(Stream::ofNullable)
                .toList();
    }

    private boolean visitUntilRefused(PostriderProcess postrider) throws IOException {
        int status = 302;
        while (status == 302) {
            status = visit(postrider, "known");
        }
        return true;
    }

    private int visit(PostriderProcess postrider, String slug) throws IOException {
        String page = "https://visits.example/" + slug + "/" + visits.incrementAndGet();
        int status = new Visitor(postrider.port()).follow(slug, page);
        if (status == 302) {
            followed.add(page);
        }
        return status;
    }

    private static JsonNode key(PostriderProcess postrider) throws Exception {
        HttpResponse<String> answer =
                postrider.post("/api/v1/keys", "{\"name\":\"leaked\",\"preset\":\"links\"}");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        return PostriderProcess.json(answer);
    }

    private static int revoke(PostriderProcess postrider, JsonNode key) throws Exception {
        String path = "/api/v1/keys/" + key.path("id").asString() + "/revoke";
        return postrider.post(path, "").statusCode();
    }

    private static void created(PostriderProcess postrider, String slug) throws Exception {
        assertThat(create(postrider, slug).statusCode()).isEqualTo(201);
    }

    private static HttpResponse<String> create(PostriderProcess postrider, String slug)
            throws IOException, InterruptedException {
        return postrider.post(
                "/api/v1/links",
                "{\"url\":\"https://example.com/\",\"slug\":\""
                        + slug
                        + "\",\"metadata\":{"
                        + METADATA
                        + "}}");
    }
}
