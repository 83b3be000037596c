package io.postrider.standalone.listen;

import io.postrider.outbound.egress.HeaderField;
import io.postrider.outbound.egress.WebhookSecret;
import io.postrider.schemas.catalogue.EventJson;
import io.postrider.schemas.json.Json;
import io.postrider.webhooks.sending.StandardWebhooksSigner;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import tools.jackson.databind.node.ObjectNode;

/** Sends an event to the URL as a webhook receives it, once: a receiver in development has no use for retries. */
final class Forwarder {

    private static final Duration ATTEMPT_MAX = Duration.ofSeconds(30);

    private final HttpClient client;
    private final URI url;
    private final WebhookSecret secret;

    Forwarder(HttpClient client, URI url, WebhookSecret secret) {
        this.client = client;
        this.url = url;
        this.secret = secret;
    }

    /** Sends an event; the line that reports the response. */
    String forward(ObjectNode event) throws InterruptedException {
        String id = event.path("id").asString("");
        String line = event.path("type").asString("") + " " + id + " ";
        byte[] body = Json.bytes(event.retain(EventJson.DELIVERED));
        HttpRequest.Builder request =
                HttpRequest.newBuilder(url)
                        .timeout(ATTEMPT_MAX)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofByteArray(body));
        Instant at = Instant.now();
        for (HeaderField field : StandardWebhooksSigner.headers(id, at, body, List.of(secret))) {
            request.header(field.name(), field.value());
        }
        var response = client.sendAsync(request.build(), BodyHandlers.discarding());
        try {
            // The timeout of a request ends with the head of its response.
            int status = response.get(ATTEMPT_MAX.toSeconds(), TimeUnit.SECONDS).statusCode();
            return line + status + " " + Duration.between(at, Instant.now()).toMillis() + " ms";
        } catch (ExecutionException e) {
            return line + "failed: " + String.valueOf(e.getCause());
        } catch (TimeoutException _) {
            response.cancel(true);
            return line + "failed: no response within " + ATTEMPT_MAX.toSeconds() + " s";
        }
    }
}
