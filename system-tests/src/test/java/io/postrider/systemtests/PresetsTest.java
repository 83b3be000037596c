package io.postrider.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A key with a surface's preset can run the README's lines of that surface. */
@ExtendWith(SharedPostrider.class)
class PresetsTest {

    @TempDir Path folder;

    @ParameterizedTest
    @CsvSource({
        "links, first-run, $api/links, events.jsonl, link.clicked",
        "whatsapp, $api/instances, $api/instances, $api/instances, $api/instances",
        "automation, first-run, order.paid, order.paid, $api/automation/rules"
    })
    void aKeyOfThePresetDoesTheLinesOfItsSurface(
            String preset, String first, String second, String third, String fourth, Workspace node)
            throws Exception {
        Files.createDirectory(folder.resolve("data"));
        Files.writeString(
                folder.resolve("data/first-run.json"),
                "{\"base_url\":\"http://localhost:%d\",\"api_key\":\"%s\"}"
                        .formatted(
                                node.port(),
                                HttpNode.json(made(node, preset)).path("secret").asString()));
        ReadmeLines lines =
                ReadmeLines.on("localhost:" + node.port()).about(first, second, third, fourth);

        lines.assertPrinted(lines.paste(folder));
    }

    @ParameterizedTest
    @CsvSource({"links, link.*", "whatsapp, message.*", "automation, order.paid"})
    void aKeyOfThePresetSubscribesWebhooks(String preset, String types, Workspace node)
            throws Exception {
        String secret = HttpNode.json(made(node, preset)).path("secret").asString();

        HttpResponse<String> webhook =
                node.postWith(
                        secret,
                        "/api/v1/webhooks",
                        "{\"url\":\"https://example.com/\",\"event_types\":[\"%s\"]}"
                                .formatted(types));

        assertThat(webhook.statusCode()).as(webhook.body()).isEqualTo(201);
    }

    private static HttpResponse<String> made(Workspace node, String preset) throws Exception {
        HttpResponse<String> key =
                node.post(
                        "/api/v1/keys",
                        "{\"name\":\"first-run\",\"preset\":\"%s\"}".formatted(preset));
        assertThat(key.statusCode()).as(key.body()).isEqualTo(201);
        return key;
    }
}
