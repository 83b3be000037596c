package io.postrider.messaging.gateway;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.postrider.domain.instances.Instance;
import io.postrider.platform.secrets.HubSignature;
import io.postrider.schemas.json.InstanceJson;
import io.postrider.schemas.json.Json;
import io.postrider.schemas.json.WhatsAppCall;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
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

/** The effects of an accepted message in the simulated network: statuses, replies, and messages to other instances. */
final class SandboxNetwork {

    private static final Logger LOGGER = LoggerFactory.getLogger(SandboxNetwork.class);
    private static final Duration REPLY = Duration.ofMillis(500);
    private static final Duration BETWEEN_REPLIES = Duration.ofMillis(200);
    private static final Duration FORWARD = Duration.ofMillis(200);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(500);
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

    /** Runs the effects of an accepted message. */
    void sent(Instance from, String to, String id, JsonNode message, SandboxScript script) {
        for (SandboxScript.Step step : script.steps()) {
            after(step.after(), from, () -> call(from, statuses(from, to, id, message, step)));
        }
        replies(from, to, id, script);
        instances
                .inSandbox(Instance.PHONE_NUMBER, "+" + to)
                .ifPresent(other -> {
                    JsonNode sender = Json.object().put("phone", WhatsAppCall.digits(from));
                    after(
                            FORWARD,
                            other,
                            () -> call(other, inbound(other, sender, newId(), sent(message))));
                });
    }

    private void replies(Instance to, String number, String sent, SandboxScript script) {
        String first = newId();
        Duration after = REPLY;
        for (ObjectNode reply : script.replies(GraphApi.number(to), sent, first)) {
            String id = reply.path("id").asString(newId());
            JsonNode from =
                    reply.has("from") ? reply.path("from") : Json.object().put("phone", number);
            String secret = secret(to, reply.path("signed").asString(""));
            after(after, to, () -> call(to, inbound(to, from, id, reply), secret));
            after = after.plus(BETWEEN_REPLIES);
        }
    }

    private String secret(Instance instance, String signed) {
        String present = secrets.of(instance, Instance.APP_SECRET).orElse("");
        return switch (signed) {
            case "former" -> secrets.formerAppSecret(instance).orElse(present);
            case "wrong" -> present + "-wrong";
            default -> present;
        };
    }

    private String newId() {
        return "wamid.IN" + ids.incrementAndGet();
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
        after(delay, instance, () -> call(instance, body));
    }

    private void after(Duration delay, Instance instance, Runnable work) {
        at(now(instance).plus(delay), instance, work);
    }

    /** The clock of an instance may be advanced while work waits. */
    private void at(Instant due, Instance instance, Runnable work) {
        long left = Duration.between(now(instance), due).toMillis();
        if (left <= 0) {
            work.run();
        } else {
            var _ =
                    timer.schedule(
                            () -> at(due, instance, work),
                            Math.min(left, LOOK_AGAIN.toMillis()),
                            TimeUnit.MILLISECONDS);
        }
    }

    private Instant now(Instance instance) {
        return instances.find(instance.id()).orElse(instance).now(clock.instant());
    }

    private ObjectNode statuses(
            Instance of, String to, String id, JsonNode message, SandboxScript.Step step) {
        ObjectNode body = WhatsAppCall.to(of);
        ObjectNode status = WhatsAppCall.value(body).putArray("statuses").addObject();
        status.put("id", id)
                .put("status", step.status())
                .put("timestamp", Long.toString(now(of).getEpochSecond()))
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

    private ObjectNode inbound(Instance to, JsonNode from, String id, JsonNode message) {
        return WhatsAppCall.message(to, from, id, now(to), message);
    }

    /** Calls the instance back, and again as long as the call is not taken. */
    private void call(Instance instance, ObjectNode body) {
        call(instance, body, secret(instance, ""));
    }

    private void call(Instance instance, ObjectNode body, String secret) {
        if (secret.isEmpty()) {
            return;
        }
        byte[] bytes = Json.bytes(body);
        var _ =
                client.headers(headers ->
                                headers.set(HttpHeaderNames.CONTENT_TYPE, "application/json")
                                        .set(HubSignature.HEADER, HubSignature.of(secret, bytes))
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
                                                .addKeyValue(
                                                        "exception", failure.getClass().getName())
                                                .log("A callback of the sandbox was not accepted"));
    }
}
