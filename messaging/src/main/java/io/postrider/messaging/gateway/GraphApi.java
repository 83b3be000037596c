package io.postrider.messaging.gateway;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.postrider.domain.instances.Instance;
import io.postrider.outbound.egress.TargetCheck;
import io.postrider.outbound.egress.TargetPolicy;
import io.postrider.outbound.egress.TargetUrl;
import io.postrider.outbound.http.Outbound;
import io.postrider.outbound.http.RetryAfter;
import io.postrider.outbound.http.TracedCall;
import io.postrider.schemas.json.Json;
import java.io.ByteArrayOutputStream;
import java.net.SocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.client.HttpClientResponse;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Calls the Graph API of an instance: that of Meta, of a server of the caller's, or of the sandbox. */
final class GraphApi {

    private static final String META = "https://graph.facebook.com";
    private static final String VERSION = "v23.0";
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Duration TRANSFER_TIMEOUT = Duration.ofMinutes(5);
    private static final String BEARER = "Bearer ";

    /** Ends of the names of hosts from which Meta gives out files. */
    private static final List<String> PROVIDER_HOSTS =
            List.of(".facebook.com", ".fbcdn.net", ".fbsbx.com", ".whatsapp.net");

    private static final int ANSWER_BYTES_MAX = 1 << 20;

    private final Outbound outbound;
    private final TargetPolicy targets;
    private final Secrets secrets;
    private final Supplier<? extends SocketAddress> sandbox;
    private final HttpClient local = HttpClient.create().disableRetry(true);

    /** @param sandbox the address of the simulated network */
    GraphApi(
            Outbound outbound,
            TargetPolicy targets,
            Secrets secrets,
            Supplier<? extends SocketAddress> sandbox) {
        this.outbound = outbound;
        this.targets = targets;
        this.secrets = secrets;
        this.sandbox = sandbox;
    }

    /**
     * An answer.
     *
     * @param body null where it is no JSON
     */
    record GraphAnswer(int status, @Nullable JsonNode body, Optional<Duration> retryAfter) {

        boolean isOk() {
            return status >= 200 && status < 300;
        }
    }

    /** A call that was not made. */
    static final class NotCalledException extends RuntimeException {
        NotCalledException(String code) {
            super(code);
        }
    }

    /** Reads a resource below the number of an instance. */
    Mono<GraphAnswer> get(Instance instance, String path) {
        return call(instance, HttpMethod.GET, number(instance) + path, null);
    }

    /** Makes a call with the access token of an instance. */
    Mono<GraphAnswer> call(Instance instance, GraphCall call) {
        ObjectNode body = call.body();
        return call(instance, call.method(), call.path(), body == null ? null : Json.bytes(body));
    }

    /**
     * Uploads a file.
     *
     * @param type of the form
     */
    Mono<GraphAnswer> upload(Instance instance, String type, Flux<ByteBuf> form) {
        return called(
                instance,
                path(instance, number(instance) + "/media"),
                (client, target, token) ->
                        answered(
                                client.headers(headers ->
                                                headers.set(
                                                                HttpHeaderNames.AUTHORIZATION,
                                                                BEARER + token)
                                                        .set(HttpHeaderNames.CONTENT_TYPE, type))
                                        .request(HttpMethod.POST)
                                        .uri(target)
                                        .send(form)),
                TRANSFER_TIMEOUT);
    }

    /**
     * Reads what is at an address that the provider gave, with the access token of an instance. The token goes to hosts of the
     * provider alone.
     */
    <T> Mono<T> download(
            Instance instance, String address, Function<Flux<byte[]>, Mono<T>> reader) {
        if (!instance.isSandbox() && !isOfProvider(instance, address)) {
            return Mono.error(new NotCalledException("media_host_refused"));
        }
        return called(
                instance,
                address,
                (client, target, token) ->
                        client.headers(headers ->
                                        headers.set(HttpHeaderNames.AUTHORIZATION, BEARER + token))
                                .get()
                                .uri(target)
                                .response((response, content) ->
                                        response.status().code() == 200
                                                ? reader.apply(content.asByteArray())
                                                : Mono.error(
                                                        new IllegalStateException(
                                                                response.status().toString()))),
                TRANSFER_TIMEOUT);
    }

    private static boolean isOfProvider(Instance instance, String address) {
        try {
            String host = String.valueOf(URI.create(address).getHost());
            String own = URI.create(base(instance)).getHost();
            return host.equals(own) || PROVIDER_HOSTS.stream().anyMatch(host::endsWith);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private Mono<GraphAnswer> call(
            Instance instance, HttpMethod method, String path, byte @Nullable [] body) {
        return called(
                instance,
                path(instance, path),
                (client, target, token) -> exchange(client, method, target, token, body),
                TIMEOUT);
    }

    private static String base(Instance instance) {
        return instance.config().getOrDefault("base_url", META);
    }

    private static String path(Instance instance, String path) {
        String version = instance.config().getOrDefault("graph_version", VERSION);
        return base(instance) + "/" + version + "/" + path;
    }

    /** One exchange with the provider. */
    private interface Exchange<T> {
        Publisher<T> of(HttpClient client, String target, String token);
    }

    private <T> Mono<T> called(
            Instance instance, String address, Exchange<T> exchange, Duration timeout) {
        Optional<String> token = secrets.of(instance, Instance.ACCESS_TOKEN);
        if (number(instance).isEmpty() || token.isEmpty()) {
            return Mono.error(new NotCalledException("credentials_missing"));
        }
        if (instance.isSandbox()) {
            return requestTarget(address)
                    .map(target ->
                            TracedCall.request(
                                            local.remoteAddress(sandbox),
                                            "sandbox",
                                            0,
                                            client -> exchange.of(client, target, token.get()))
                                    .next()
                                    .timeout(timeout))
                    .orElseGet(() -> Mono.error(new NotCalledException("url_invalid")));
        }
        return switch (targets.check(address)) {
            case TargetCheck.Refused(String code, _) -> Mono.error(new NotCalledException(code));
            case TargetCheck.Accepted(TargetUrl url) ->
                    outbound.call(
                                    url,
                                    _ -> {},
                                    client -> exchange.of(client, url.requestTarget(), token.get()))
                            .next()
                            .timeout(timeout);
        };
    }

    /** Path and query of an address; empty where it is none, since ids of a provider may be any text. */
    private static Optional<String> requestTarget(String address) {
        try {
            URI uri = new URI(address);
            String query = uri.getRawQuery();
            return Optional.of(uri.getRawPath() + (query == null ? "" : "?" + query));
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
    }

    /** The id of the number at the provider; empty where it is not set. */
    static String number(Instance instance) {
        return instance.config().getOrDefault(Instance.PHONE_NUMBER_ID, "");
    }

    private static Publisher<GraphAnswer> exchange(
            HttpClient client,
            HttpMethod method,
            String target,
            String token,
            byte @Nullable [] body) {
        byte[] sent = body == null ? new byte[0] : body;
        return answered(
                client.headers(
                                headers -> {
                                    headers.set(HttpHeaderNames.AUTHORIZATION, BEARER + token);
                                    headers.set(HttpHeaderNames.CONTENT_TYPE, "application/json");
                                    headers.set(HttpHeaderNames.CONTENT_LENGTH, sent.length);
                                })
                        .request(method)
                        .uri(target)
                        .send(Mono.fromSupplier(() -> Unpooled.wrappedBuffer(sent))));
    }

    private static Publisher<GraphAnswer> answered(HttpClient.ResponseReceiver<?> sent) {
        return sent.response((response, content) ->
                content.asByteArray()
                        .reduceWith(ByteArrayOutputStream::new, GraphApi::append)
                        .map(bytes -> answer(response, bytes.toByteArray())));
    }

    private static ByteArrayOutputStream append(ByteArrayOutputStream all, byte[] piece) {
        if (all.size() + piece.length > ANSWER_BYTES_MAX) {
            throw new IllegalStateException("the answer is too large");
        }
        all.writeBytes(piece);
        return all;
    }

    private static GraphAnswer answer(HttpClientResponse response, byte[] bytes) {
        Optional<Duration> retryAfter =
                RetryAfter.parse(
                        response.responseHeaders().getAll(HttpHeaderNames.RETRY_AFTER),
                        Instant.now());
        return new GraphAnswer(response.status().code(), json(bytes), retryAfter);
    }

    private static @Nullable JsonNode json(byte[] bytes) {
        try {
            return bytes.length == 0 ? null : Json.mapper().readTree(bytes);
        } catch (JacksonException e) {
            return null;
        }
    }
}
