package io.postrider.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.testkit.http.RecordingReceiver;
import java.io.IOException;
import java.net.http.HttpResponse;
import tools.jackson.databind.JsonNode;

/** Does in a workspace what each family of metrics counts. */
final class MetricsActivity {

    private final Workspace node;
    private final RecordingReceiver receiver;

    MetricsActivity(Workspace node, RecordingReceiver receiver) {
        this.node = node;
        this.receiver = receiver;
    }

    /**
     * Writes, visits a link, and sends to the receiver.
     *
     * @return the slug of the link
     */
    String run() throws IOException, InterruptedException {
        var _ =
                created(
                        "/api/v1/webhooks",
                        "{\"url\":\"%s\",\"event_types\":[\"*\"],\"filter\":\"event.type != 'a.b'\"}"
                                .formatted(receiver.url("/all")));
        rule();
        JsonNode link = created("/api/v1/links", "{\"url\":\"https://www.example.com/\"}");
        String slug = link.path("slug").asString();
        assertThat(node.visit(slug)).isEqualTo(302);
        assertThat(node.get("/api/v1/links", "nothing").statusCode()).isEqualTo(401);
        String instance =
                created("/api/v1/instances", "{\"name\":\"S\",\"provider\":\"sandbox\"}")
                        .path("id")
                        .asString();
        node.post("/api/v1/instances/" + instance + "/connect", "{}");
        node.post(
                "/api/v1/messages",
                "{\"instance_id\":\"%s\",\"to\":{\"phone\":\"+12025550120\"},\"type\":\"text\",\"text\":{\"body\":\"Hello\"}}"
                        .formatted(instance));
        return slug;
    }

    private void rule() throws IOException, InterruptedException {
        String rule =
                created(
                                "/api/v1/automation/rules",
                                """
                                {"name":"Call","trigger":{"event_types":["link.created"]},"filter":{"cel":"1 < 2"},
                                 "actions":[{"key":"call","type":"http.request","with":{"jsonata":"{'url': '%s'}"}}]}
                                """
                                        .formatted(receiver.url("/rule")))
                        .path("id")
                        .asString();
        node.write("POST", "/api/v1/automation/rules/" + rule + "/publish", "{}", "If-Match", "*");
    }

    private JsonNode created(String path, String body) throws IOException, InterruptedException {
        HttpResponse<String> response = node.post(path, body);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
        return HttpNode.json(response);
    }
}
