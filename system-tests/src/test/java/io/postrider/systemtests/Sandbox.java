package io.postrider.systemtests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.time.Duration;

/** A connected instance of the sandbox. */
record Sandbox(HttpNode node, String id) {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    static Sandbox connected(HttpNode node) throws Exception {
        return connected(node, "{\"name\":\"Support\",\"provider\":\"sandbox\"}");
    }

    /** The same of an instance that a body describes. */
    static Sandbox connected(HttpNode node, String instance) throws Exception {
        String id = made(node.post("/api/v1/instances", instance));
        assertThat(node.post("/api/v1/instances/" + id + "/connect", "{}").statusCode())
                .isEqualTo(200);
        await().atMost(PATIENCE)
                .until(() ->
                        node.getJson("/api/v1/instances/" + id)
                                .path("state")
                                .asString()
                                .equals("connected"));
        return new Sandbox(node, id);
    }

    /** Sends a text, and returns the id of the message. */
    String text(String phone) throws Exception {
        return made(send("", phone, "text"));
    }

    /** Sends a message of the type {@code text} or {@code template}. */
    HttpResponse<String> send(String query, String phone, String type) throws Exception {
        String said =
                type.equals("text")
                        ? "{'body':'Hi'}"
                        : "{'name':'order_ready','language':{'code':'en_US'}}";
        return node.post(
                "/api/v1/messages" + query,
                "{'instance_id':'%s','to':{'phone':'%s'},'type':'%s','%s':%s}"
                        .formatted(id, phone, type, type, said)
                        .replace('\'', '"'));
    }

    /** Moves the clock of the simulated network. */
    void advance(Duration by) throws Exception {
        HttpResponse<String> advanced =
                node.post(
                        "/api/v1/sandbox/advance",
                        "{\"instance_id\":\"%s\",\"seconds\":%d}".formatted(id, by.toSeconds()));
        assertThat(advanced.statusCode()).as(advanced.body()).isEqualTo(200);
    }

    /** The id of what was made. */
    static String made(HttpResponse<String> response) {
        assertThat(response.statusCode()).as(response.body()).isBetween(201, 202);
        return HttpNode.json(response).path("id").asString();
    }
}
