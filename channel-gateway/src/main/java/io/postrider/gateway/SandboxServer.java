package io.postrider.gateway;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.postrider.domain.instances.Instance;
import io.postrider.schemas.json.Json;
import java.net.InetSocketAddress;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The simulated network: the Graph API of messages on a loopback port. */
final class SandboxServer implements AutoCloseable {

    private static final int INVALID_TOKEN = 190;
    private static final int INVALID_PARAMETER = 100;

    private final InstanceDirectory instances;
    private final Secrets secrets;
    private final SandboxNetwork network;
    private final AtomicLong ids = new AtomicLong(System.nanoTime());
    private final DisposableServer server;

    SandboxServer(InstanceDirectory instances, Secrets secrets, SandboxNetwork network) {
        this.instances = instances;
        this.secrets = secrets;
        this.network = network;
        this.server =
                HttpServer.create()
                        .host("127.0.0.1")
                        .port(0)
                        .route(routes ->
                                routes.post("/{version}/{number}/messages", this::send)
                                        .get("/{version}/{number}", this::show))
                        .bindNow();
    }

    InetSocketAddress address() {
        return (InetSocketAddress) server.address();
    }

    @Override
    public void close() {
        server.disposeNow();
    }

    private Publisher<Void> show(HttpServerRequest request, HttpServerResponse response) {
        Optional<Instance> instance = caller(request);
        if (instance.isEmpty()) {
            return answer(response, 401, invalidToken());
        }
        return answer(
                response,
                200,
                Json.object()
                        .put("id", instance.get().config().get(Instance.PHONE_NUMBER_ID))
                        .put(
                                "display_phone_number",
                                instance.get().config().get(Instance.PHONE_NUMBER))
                        .put("quality_rating", "GREEN"));
    }

    private Publisher<Void> send(HttpServerRequest request, HttpServerResponse response) {
        Optional<Instance> instance = caller(request);
        if (instance.isEmpty()) {
            return answer(response, 401, invalidToken());
        }
        return request.receive()
                .aggregate()
                .asByteArray()
                .defaultIfEmpty(new byte[0])
                .flatMap(body -> Mono.from(send(instance.get(), body, response)));
    }

    private Publisher<Void> send(Instance from, byte[] body, HttpServerResponse response) {
        JsonNode message = json(body);
        String to =
                message.path("to")
                        .asString(message.path("recipient").asString(""))
                        .replaceAll("^\\+", "");
        if (to.isEmpty() || message.path("type").asString("").isEmpty()) {
            return answer(
                    response,
                    400,
                    error(INVALID_PARAMETER, "Parameters to and type are required."));
        }
        SandboxScript script = SandboxScript.of(to);
        if (script.refusal().isPresent()) {
            return answer(response, 400, error(script.refusal().get(), "Refused by the sandbox."));
        }
        String id = "wamid." + Long.toString(ids.incrementAndGet(), 36).toUpperCase(Locale.ROOT);
        network.sent(from, to, id, message, script);
        ObjectNode accepted = Json.object().put("messaging_product", "whatsapp");
        accepted.putArray("contacts").addObject().put("input", to).put("wa_id", to);
        accepted.putArray("messages").addObject().put("id", id).put("message_status", "accepted");
        return answer(response, 200, accepted);
    }

    private Optional<Instance> caller(HttpServerRequest request) {
        String token = String.valueOf(request.requestHeaders().get(HttpHeaderNames.AUTHORIZATION));
        return Optional.ofNullable(request.param("number"))
                .flatMap(number -> instances.inSandbox(Instance.PHONE_NUMBER_ID, number))
                .filter(instance ->
                        secrets.of(instance, Instance.ACCESS_TOKEN)
                                .filter(expected -> token.equals("Bearer " + expected))
                                .isPresent());
    }

    private static JsonNode json(byte[] body) {
        try {
            return Json.mapper().readTree(body);
        } catch (JacksonException e) {
            return Json.object();
        }
    }

    private static ObjectNode invalidToken() {
        return error(INVALID_TOKEN, "Invalid OAuth access token.");
    }

    private static ObjectNode error(int code, String message) {
        ObjectNode body = Json.object();
        body.putObject("error")
                .put("message", "(#" + code + ") " + message)
                .put("type", "OAuthException")
                .put("code", code);
        return body;
    }

    private static Publisher<Void> answer(
            HttpServerResponse response, int status, ObjectNode body) {
        return response.status(status)
                .header(HttpHeaderNames.CONTENT_TYPE, "application/json")
                .sendByteArray(Mono.just(Json.bytes(body)));
    }
}
