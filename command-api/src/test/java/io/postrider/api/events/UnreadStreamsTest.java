package io.postrider.api.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.api.TestApi;
import io.postrider.api.http.ApiServer;
import io.postrider.platform.limits.HeapBounds;
import io.postrider.testkit.claims.Verifies;
import io.postrider.testkit.http.RawConnection;
import io.postrider.web.server.StreamLimits;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Event streams whose clients read nothing. */
class UnreadStreamsTest {

    /** 50 KB in memory each: a page of them is more than 1 MB, and a tenant has 8 MB. */
    private static final int EVENTS = 120;

    /** Each takes a sixteenth of the share at most. */
    private static final int UNREAD = 20;

    @AutoClose private final ApiServer server = new ApiServer();
    private final List<RawConnection> unread = new ArrayList<>();

    @AfterEach
    void close() throws IOException {
        for (RawConnection connection : unread) {
            connection.close();
        }
    }

    private void fill() {
        String metadata =
                IntStream.range(0, 50)
                        .mapToObj(i -> "\"%d\":\"%s\"".formatted(i, "漢".repeat(500)))
                        .collect(Collectors.joining(","));
        for (int i = 0; i < EVENTS; i++) {
            String link =
                    "{\"url\":\"https://example.com/%d\",\"metadata\":{%s}}".formatted(i, metadata);
            assertThat(server.api.caller().post("/api/v1/links", link).status()).isEqualTo(201);
        }
    }

    /** The id of the first event. */
    private String first() {
        String cursor = "";
        String id = "";
        for (boolean more = true; more; ) {
            var page = server.api.caller().get("/api/v1/events?limit=10" + cursor).body();
            for (var event : page.path("data")) {
                id = event.path("id").stringValue();
            }
            more = page.path("has_more").asBoolean();
            cursor = "&cursor=" + page.path("next_cursor").asString("");
        }
        return id;
    }

    private RawConnection stream(String after) throws IOException {
        RawConnection connection = server.connect();
        connection.say(
                "GET /api/v1/events?after=%s HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer %s\r\nAccept: text/event-stream\r\n\r\n"
                        .formatted(after, server.api.key(TestApi.WORKSPACE)));
        connection.readUntil(":open");
        return connection;
    }

    @Test
    @Verifies("answer-memory")
    void aStreamWaitsForTheRoomOfOthersAndLosesNoEvent() throws Exception {
        fill();
        String first = first();
        StreamLimits.Buffer held = server.api.bean(EventRoutes.class).buffer(TestApi.WORKSPACE);
        for (int i = 0; i < UNREAD; i++) {
            unread.add(stream(first));
        }
        await().until(() -> held.heldByTenant() > 5 << 19);
        assertThat(held.heldByTenant()).isLessThanOrEqualTo(HeapBounds.EVENT_STREAMS / 4);
        try (RawConnection reader = stream(first)) {
            for (RawConnection connection : unread) {
                connection.close();
            }
            for (int i = 1; i < EVENTS; i++) {
                reader.readUntil("https://example.com/" + i + "\"");
            }
        }
        await().until(() -> held.heldByTenant() == 0);
    }
}
