package io.postrider.gateway;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.postrider.domain.instances.Instance;
import io.postrider.runtime.secrets.HubSignature;
import io.postrider.schemas.json.InstanceJson;
import io.postrider.schemas.json.Json;
import io.postrider.schemas.json.WhatsAppCall;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;
import reactor.util.retry.Retry;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What happens in the simulated network after a message was taken: statuses, answers, and messages to other instances. */
final class SandboxNetwork {

    private static final Logger LOGGER = LoggerFactory.getLogger(SandboxNetwork.class);
    private static final Duration REPLY = Duration.ofMillis(500);
    private static final long RETRIES = 60;
    private static final Duration RETRY = Duration.ofSeconds(1);

    private final InstanceDirectory instances;
    private final Secrets secrets;
    private final String callbacks;
    private final InstantSource clock;
    private final ScheduledExecutorService timer;
    private final HttpClient client = HttpClient.create();
    private final AtomicLong ids = new AtomicLong(System.nanoTime());

    /** @param callbacks the address of the edge, without a slash at the end */
    SandboxNetwork(
            InstanceDirectory instances,
            Secrets secrets,
            String callbacks,
            InstantSource clock,
            ScheduledExecutorService timer) {
        this.instances = instances;
        this.secrets = secrets;
        this.callbacks = callbacks;
        this.clock = clock;
        this.timer = timer;
    }

    /** Does what follows a message that was taken. */
    void sent(Instance from, String to, String id, JsonNode message, SandboxScript script) {
        for (SandboxScript.Step step : script.steps()) {
            after(step.after(), () -> call(from, statuses(from, to, id, message, step)));
        }
        for (String reply : script.replies()) {
            ObjectNode text = Json.object().put("type", "text");
            text.putObject("text").put("body", reply);
            after(REPLY, () -> call(from, inbound(from, to, text)));
        }
        instances
                .inSandbox(Instance.PHONE_NUMBER, "+" + to)
                .ifPresent(other ->
                        after(
                                Duration.ofMillis(200),
                                () ->
                                        call(
                                                other,
                                                inbound(
                                                        other,
                                                        WhatsAppCall.digits(from),
                                                        sent(message)))));
    }

    /** The message as its recipient gets it. */
    private static JsonNode sent(JsonNode message) {
        ObjectNode received = Json.object();
        String type = message.path("type").asString("");
        received.put("type", type).set(type, message.path(type));
        message.at("/context/message_id")
                .asStringOpt()
                .ifPresent(id -> received.putObject("context").put("id", id));
        return received;
    }

    /** Calls an instance back after a while. */
    void callAfter(Duration delay, Instance instance, ObjectNode body) {
        after(delay, () -> call(instance, body));
    }

    private void after(Duration delay, Runnable work) {
        var _ = timer.schedule(work, delay.toMillis(), TimeUnit.MILLISECONDS);
    }

    private ObjectNode statuses(
            Instance of, String to, String id, JsonNode message, SandboxScript.Step step) {
        ObjectNode body = WhatsAppCall.to(of);
        ObjectNode status = WhatsAppCall.value(body).putArray("statuses").addObject();
        status.put("id", id)
                .put("status", step.status())
                .put("timestamp", seconds())
                .put("recipient_id", to);
        message.path("biz_opaque_callback_data")
                .asStringOpt()
                .ifPresent(data -> status.put("biz_opaque_callback_data", data));
        if (step.error() != 0) {
            status.putArray("errors")
                    .addObject()
                    .put("code", step.error())
                    .put("title", "Message undeliverable");
        }
        return body;
    }

    private ObjectNode inbound(Instance to, String from, JsonNode message) {
        return WhatsAppCall.message(
                to,
                Json.object().put("phone", from),
                "wamid.IN" + ids.incrementAndGet(),
                clock.instant(),
                message);
    }

    private String seconds() {
        return Long.toString(clock.instant().getEpochSecond());
    }

    /** Calls the instance back, and again as long as the call is not taken. */
    private void call(Instance instance, ObjectNode body) {
        Optional<String> secret = secrets.of(instance, Instance.APP_SECRET);
        if (secret.isEmpty()) {
            return;
        }
        byte[] bytes = Json.bytes(body);
        var _ =
                client.headers(headers ->
                                headers.set(HttpHeaderNames.CONTENT_TYPE, "application/json")
                                        .set(
                                                HubSignature.HEADER,
                                                HubSignature.of(secret.get(), bytes))
                                        .set(HttpHeaderNames.CONTENT_LENGTH, bytes.length))
                        .post()
                        .uri(callbacks + InstanceJson.HOOKS + instance.token())
                        .send(Mono.fromSupplier(() -> Unpooled.wrappedBuffer(bytes)))
                        .responseSingle((response, content) ->
                                response.status().code() / 100 == 5
                                        ? Mono.error(
                                                new IllegalStateException(
                                                        response.status().toString()))
                                        : Mono.just(response.status().code()))
                        .retryWhen(Retry.fixedDelay(RETRIES, RETRY))
                        .subscribe(
                                _ -> {},
                                failure ->
                                        LOGGER.atWarn()
                                                .addKeyValue("instance", instance.id())
                                                .addKeyValue("error", failure.toString())
                                                .log("A call of the sandbox was not taken"));
    }
}
