package io.postrider.systemtests.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.domain.links.LinkEvent.LinkCreated;
import io.postrider.schemas.Context;
import io.postrider.systemtests.LogClients;
import io.postrider.systemtests.PostriderProcess;
import io.postrider.systemtests.faults.FullSpeedLoad.Created;
import io.postrider.systemtests.powercut.CuttableBroker;
import io.postrider.testkit.http.RecordingReceiver;
import io.postrider.testkit.http.StubResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/**
 * All brokers of a cluster lose their power at once, while 64 clients write as fast as they are answered: what they had not
 * flushed is gone.
 */
@Tag("faults")
@Tag("power")
class PowerCutTest {

    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final int CREATED = 3_000;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path folder;

    private final Map<String, Created> created = new HashMap<>();

    @Test
    void acknowledgedWritesUnderFsyncSurviveAPowerCut() throws Exception {
        try (RecordingReceiver receiver = RecordingReceiver.start(StubResponse.status(204));
                CuttableBroker machine = CuttableBroker.start(folder("broker"));
                PostriderProcess postrider = started(machine, "fsync");
                FullSpeedLoad load = new FullSpeedLoad(postrider, "s")) {
            subscribe(postrider, receiver);
            loadAndCut(machine, load);
            machine.broker().startAgain();
            await().atMost(PATIENCE).until(postrider::isReady);

            for (Created link : created.values()) {
                assertThat(redirect(postrider, link)).as("%s", link).isEqualTo(302);
            }
            for (String secret : load.revoked()) {
                assertThat(postrider.get("/api/v1/me", secret).statusCode()).isEqualTo(401);
            }
            load.visits()
                    .forEach((id, visits) ->
                            await().atMost(PATIENCE)
                                    .untilAsserted(() ->
                                            assertThat(clicks(postrider, id))
                                                    .isGreaterThanOrEqualTo(
                                                            visits.answered().sum())));
            await().atMost(PATIENCE)
                    .untilAsserted(
                            () -> assertThat(delivered(receiver)).containsAll(created.keySet()));
        }
    }

    /** The same without flushes: if nothing were lost, the harness would prove nothing. */
    @Test
    void acknowledgedWritesWithoutFlushesAreLost() throws Exception {
        try (CuttableBroker machine = CuttableBroker.start(folder("broker"))) {
            try (PostriderProcess postrider = started(machine, "replicated");
                    FullSpeedLoad load = new FullSpeedLoad(postrider, "s")) {
                loadAndCut(machine, load);
                postrider.killNine();
            }
            machine.broker().startAgain();
            Set<String> kept = new HashSet<>();
            new PublicLog(LogClients.of(machine.broker().bootstrap()))
                    .events(Context.LINKS)
                    .forEach(event -> {
                        if (event.payload() instanceof LinkCreated made) {
                            kept.add(made.link().id());
                        }
                    });
            Set<String> lost = new HashSet<>(created.keySet());
            lost.removeAll(kept);
            System.out.printf("without flushes: %d of %d lost%n", lost.size(), created.size());
            assertThat(lost).isNotEmpty();
        }
    }

    private void loadAndCut(CuttableBroker machine, FullSpeedLoad load) throws Exception {
        load.start();
        await().atMost(PATIENCE).until(() -> load.acknowledged() > CREATED);
        Map<String, Long> gone = machine.cutPower();
        load.stop();
        load.takeCreated().forEach(link -> created.put(link.id(), link));
        System.out.printf("%d links acknowledged; bytes that are gone: %s%n", created.size(), gone);
    }

    private PostriderProcess started(CuttableBroker machine, String durability) throws Exception {
        Map<String, String> settings = new HashMap<>(machine.broker().settings());
        settings.put("POSTRIDER_DURABILITY", durability);
        return PostriderProcess.start(folder("node"), settings);
    }

    private Path folder(String name) throws Exception {
        return Files.createDirectories(folder.resolve(name));
    }

    /** Not before the decider is restored: until then a link whose event is not read yet is answered 503. */
    private static int redirect(PostriderProcess postrider, Created link) {
        return await().atMost(PATIENCE)
                .until(() -> postrider.peek(link.slug()), status -> status != 503);
    }

    private static void subscribe(PostriderProcess postrider, RecordingReceiver receiver)
            throws Exception {
        String body =
                "{\"url\":\"http://127.0.0.1:%d/\",\"event_types\":[\"link.created\"]}"
                        .formatted(receiver.port());
        assertThat(postrider.post("/api/v1/webhooks", body).statusCode()).isEqualTo(201);
    }

    private static Set<String> delivered(RecordingReceiver receiver) {
        JsonMapper json = new JsonMapper();
        Set<String> ids = new HashSet<>();
        receiver.requests()
                .forEach(request ->
                        ids.add(json.readTree(request.text()).path("data").path("id").asString()));
        return ids;
    }

    private static long clicks(PostriderProcess postrider, String id) throws Exception {
        return postrider.getJson("/api/v1/links/" + id).path("click_count").asLong();
    }
}
