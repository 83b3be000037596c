package io.postrider.systemtests.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.systemtests.OwnersBrowser;
import io.postrider.systemtests.PostriderProcess;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Four owners fill their shares of the 512 MB of the start script at once: each is refused with a problem, a fifth is served all the
 * time, and the process is as it was after a kill.
 */
@Tag("faults")
@Tag("heap")
class FourOwnersTest {

    private static final int OWNERS = 4;
    private static final String PASSWORD = "correct horse battery";

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path folder;

    @Test
    @Timeout(value = 12, unit = TimeUnit.MINUTES)
    void fourFullSharesLeaveRoomForAFifth() throws Exception {
        try (PostriderProcess postrider = PostriderProcess.start(folder)) {
            String fifth = keyOfNewOwner(postrider, "fifth", "links");
            List<HeapFilling> fillings = new ArrayList<>();
            for (int i = 0; i < OWNERS; i++) {
                fillings.add(new HeapFilling(postrider, keyOfNewOwner(postrider, "o" + i, "full")));
            }
            try (Prober prober = new Prober(postrider, fifth);
                    ExecutorService owners = Executors.newFixedThreadPool(OWNERS)) {
                List<Future<?>> filled = new ArrayList<>();
                fillings.forEach(each -> filled.add(owners.submit(each::resources)));
                for (Future<?> each : filled) {
                    each.get();
                }
                HeapFilling small = new HeapFilling(postrider, fifth);
                assertThat(small.post("/api/v1/webhooks", HeapFilling.webhook(1)))
                        .as("the share of the fifth")
                        .isEqualTo("201");
                prober.stop();
                fillings.forEach(System.out::print);
                System.out.println("the fifth: " + prober);
                assertThat(prober.failures()).isEmpty();
            }
            assertThat(postrider.isReady()).isTrue();
            postrider.killNine();
            postrider.launchAgain();
            Duration restart = postrider.awaitReady();
            System.out.printf("restart: %d ms%n", restart.toMillis());
            assertThat(postrider.get("/api/v1/links?limit=1", fifth).statusCode()).isEqualTo(200);
        }
    }

    /** A user who joins by invitation and makes a workspace, which is of this user alone. */
    private static String keyOfNewOwner(PostriderProcess postrider, String name, String preset)
            throws Exception {
        String email = name + "@example.com";
        String workspace = postrider.getJson("/api/v1/me").at("/workspace/id").asString();
        HttpResponse<String> invited =
                postrider.post(
                        "/api/v1/workspaces/" + workspace + "/invitations",
                        "{\"email\":\"%s\",\"role\":\"viewer\"}".formatted(email));
        assertThat(invited.statusCode()).as(invited.body()).isEqualTo(201);
        HttpResponse<String> joined =
                postrider.write(
                        "POST",
                        "/api/v1/invitations/join",
                        "{\"token\":\"%s\",\"name\":\"%s\",\"password\":\"%s\"}"
                                .formatted(
                                        PostriderProcess.json(invited).path("token").asString(),
                                        name,
                                        PASSWORD),
                        "Sec-Fetch-Site",
                        "same-origin");
        assertThat(joined.statusCode()).as(joined.body()).isEqualTo(200);
        OwnersBrowser browser = postrider.signIn(email, PASSWORD);
        return browser.keyOfNewWorkspace(name, preset);
    }
}
