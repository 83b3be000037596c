package io.postrider.messaging.gateway;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.postrider.domain.instances.Instance;
import io.postrider.messaging.gateway.SandboxScript.Refusal;
import io.postrider.messaging.media.MediaFiles;
import io.postrider.platform.meters.Bounds;
import io.postrider.platform.meters.Bounds.Kind;
import io.postrider.schemas.json.Json;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableChannel;
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
    private static final int CALLS_MAX = 10_000;
    private static final Pattern BEHIND_NUMBER = Pattern.compile("\\..*");

    private final InstanceDirectory instances;
    private final Secrets secrets;
    private final SandboxNetwork network;
    private final SandboxTemplates templates;
    private final SandboxGroups groups;
    private final SandboxMedia media;
    private final AtomicLong ids = new AtomicLong(System.nanoTime());
    private final Map<String, Integer> calls = Collections.synchronizedMap(new Newest<>(CALLS_MAX));
    private final DisposableServer server;

    /** A map that forgets the oldest of its entries. */
    private static final class Newest<V> extends LinkedHashMap<String, V> {
        private final transient int most;

        Newest(int most) {
            this.most = most;
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
            return size() > most;
        }
    }

    /**
     * A call of the simulated network.
     *
     * @param instance the caller
     * @param id the first part of the path below the version
     * @param body an empty object where none was sent
     */
    record Asked(Instance instance, String id, JsonNode body) {}

    /**
     * An answer of the simulated network.
     *
     * @param body null for a connection that is closed without an answer
     * @param after the time until it is given
     */
    record Reply(int status, @Nullable String body, Duration after) {

        static final Reply SUCCESS = new Reply(200, Json.object().put("success", true));

        Reply(int status, ObjectNode body) {
            this(status, body.toString(), Duration.ZERO);
        }

        static Reply error(int status, int code, String message) {
            ObjectNode body = Json.object();
            body.putObject("error")
                    .put("message", "(#" + code + ") " + message)
                    .put("type", "OAuthException")
                    .put("code", code);
            return new Reply(status, body);
        }
    }

    /** @param port on loopback; 0 for a free one */
    SandboxServer(
            InstanceDirectory instances,
            Secrets secrets,
            MediaFiles files,
            SandboxNetwork network,
            int port) {
        this.instances = instances;
        this.secrets = secrets;
        this.network = network;
        this.templates = new SandboxTemplates(network);
        this.groups = new SandboxGroups(network);
        this.media = new SandboxMedia(files);
        this.server =
                HttpServer.create()
                        .host("127.0.0.1")
                        .port(port)
                        .route(routes ->
                                routes.post("/{version}/{id}/messages", to(this::send))
                                        .post("/{version}/{id}/media", this::upload)
                                        .get(SandboxMedia.CONTENT + "{id}", this::content)
                                        .post(
                                                "/{version}/{id}/message_templates",
                                                to(templates::create))
                                        .delete(
                                                "/{version}/{id}/message_templates",
                                                to(_ -> Reply.SUCCESS))
                                        .post("/{version}/{id}/groups", to(groups::create))
                                        .post("/{version}/{id}/participants", to(groups::add))
                                        .delete("/{version}/{id}/participants", to(groups::remove))
                                        .post("/{version}/{id}/invite_link", to(groups::invite))
                                        .post("/{version}/{id}", to(_ -> Reply.SUCCESS))
                                        .delete("/{version}/{id}", to(_ -> Reply.SUCCESS))
                                        .get("/{version}/{id}", this::get))
                        .bindNow();
    }

    /** Shows of how many messages the calls are counted. */
    void show(Bounds bounds) {
        bounds.show(Kind.CACHE, "sandbox_calls", calls::size, CALLS_MAX);
    }

    InetSocketAddress address() {
        return (InetSocketAddress) server.address();
    }

    @Override
    public void close() {
        server.disposeNow();
        media.close();
    }

    /** Answers a call of an instance that shows its access token. */
    private BiFunction<HttpServerRequest, HttpServerResponse, Publisher<Void>> to(
            Function<Asked, Reply> answer) {
        return (request, response) ->
                request.receive()
                        .aggregate()
                        .asByteArray()
                        .defaultIfEmpty(new byte[0])
                        .map(body ->
                                caller(request)
                                        .map(from -> new Asked(from, id(request), json(body)))
                                        .map(answer)
                                        .orElseGet(SandboxServer::invalidToken))
                        .flatMap(reply ->
                                Mono.just(reply)
                                        .delayElement(reply.after())
                                        .then(Mono.defer(() -> Mono.from(sent(response, reply)))));
    }

    private Publisher<Void> upload(HttpServerRequest request, HttpServerResponse response) {
        return caller(request)
                .map(instance -> media.upload(instance, request))
                .orElseGet(() -> Mono.just(invalidToken()))
                .flatMap(reply -> Mono.from(sent(response, reply)));
    }

    private Publisher<Void> content(HttpServerRequest request, HttpServerResponse response) {
        return withToken(request)
                .map(instance -> media.send(instance, id(request), response))
                .orElseGet(() -> sent(response, invalidToken()));
    }

    /** A file, whose id may not name its instance, or the number of an instance. */
    private Publisher<Void> get(HttpServerRequest request, HttpServerResponse response) {
        String host = String.valueOf(request.requestHeaders().get(HttpHeaderNames.HOST));
        Optional<Instance> named = caller(request);
        Reply reply =
                named.or(() -> withToken(request))
                        .flatMap(instance -> media.describe(instance, id(request), host))
                        .or(() -> named.map(SandboxServer::show))
                        .orElseGet(SandboxServer::invalidToken);
        return sent(response, reply);
    }

    private static Reply show(Instance instance) {
        return new Reply(
                200,
                Json.object()
                        .put("id", instance.config().get(Instance.PHONE_NUMBER_ID))
                        .put("display_phone_number", instance.config().get(Instance.PHONE_NUMBER))
                        .put("quality_rating", "GREEN"));
    }

    private Reply send(Asked asked) {
        JsonNode message = asked.body();
        if (message.path("status").asString("").equals("read")) {
            return Reply.SUCCESS;
        }
        String to =
                message.path("to")
                        .asString(message.path("recipient").asString(""))
                        .replaceAll("^\\+", "");
        if (to.isEmpty() || message.path("type").asString("").isEmpty()) {
            return Reply.error(400, INVALID_PARAMETER, "Parameters to and type are required.");
        }
        SandboxScript script = SandboxScript.of(to);
        Optional<Refusal> refusal = script.refusal(callsBefore(message));
        if (refusal.isPresent()) {
            return refused(refusal.get());
        }
        String id = "wamid." + Long.toString(ids.incrementAndGet(), 36).toUpperCase(Locale.ROOT);
        network.sent(asked.instance(), to, id, message, script);
        String body =
                switch (script.answer()) {
                    case GIVEN -> accepted(to, id, "accepted");
                    case HELD -> accepted(to, id, "held_for_quality_assessment");
                    case MALFORMED -> "{\"messages\":[";
                    case CLOSED -> null;
                };
        return new Reply(200, body, script.answerAfter());
    }

    private static Reply refused(Refusal refusal) {
        return refusal.code() == 0
                ? new Reply(refusal.status(), "Unavailable", Duration.ZERO)
                : Reply.error(refusal.status(), refusal.code(), "Rejected by the sandbox.");
    }

    private static String accepted(String to, String id, String status) {
        ObjectNode accepted = Json.object().put("messaging_product", "whatsapp");
        accepted.putArray("contacts").addObject().put("input", to).put("wa_id", to);
        accepted.putArray("messages").addObject().put("id", id).put("message_status", status);
        return accepted.toString();
    }

    /** The number of earlier calls about a message. */
    private int callsBefore(JsonNode message) {
        String about = message.path("biz_opaque_callback_data").asString("");
        return about.isEmpty() ? 0 : calls.merge(about, 1, Integer::sum) - 1;
    }

    private static String id(HttpServerRequest request) {
        return String.valueOf(request.param("id"));
    }

    /** The instance with the number or the account of the path; ids of groups begin with the number. */
    private Optional<Instance> caller(HttpServerRequest request) {
        String token = String.valueOf(request.requestHeaders().get(HttpHeaderNames.AUTHORIZATION));
        String id = BEHIND_NUMBER.matcher(id(request)).replaceFirst("");
        return instances
                .inSandbox(Instance.PHONE_NUMBER_ID, id)
                .or(() -> instances.inSandbox(Instance.ACCOUNT_ID, id))
                .filter(instance -> shows(token, instance));
    }

    /** The instance whose access token a call shows. */
    private Optional<Instance> withToken(HttpServerRequest request) {
        String token = String.valueOf(request.requestHeaders().get(HttpHeaderNames.AUTHORIZATION));
        return instances.all().stream()
                .filter(Instance::isSandbox)
                .filter(instance -> shows(token, instance))
                .findFirst();
    }

    private boolean shows(String token, Instance instance) {
        return secrets.of(instance, Instance.ACCESS_TOKEN)
                .filter(expected -> token.equals("Bearer " + expected))
                .isPresent();
    }

    private static JsonNode json(byte[] body) {
        try {
            return body.length == 0 ? Json.object() : Json.mapper().readTree(body);
        } catch (JacksonException e) {
            return Json.object();
        }
    }

    private static Reply invalidToken() {
        return Reply.error(401, INVALID_TOKEN, "Invalid OAuth access token.");
    }

    private static Publisher<Void> sent(HttpServerResponse response, Reply reply) {
        String body = reply.body();
        if (body == null) {
            return response.withConnection(DisposableChannel::dispose).then(Mono.never());
        }
        return response.status(reply.status())
                .header(HttpHeaderNames.CONTENT_TYPE, "application/json")
                .sendString(Mono.just(body));
    }
}
