package io.postrider.webhooks.sending;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.ssl.SslContext;
import io.postrider.outbound.egress.EgressPolicy;
import io.postrider.outbound.egress.HeaderField;
import io.postrider.outbound.egress.TargetCheck;
import io.postrider.outbound.egress.TargetPolicy;
import io.postrider.outbound.egress.TargetUrl;
import io.postrider.outbound.http.CallError;
import io.postrider.outbound.http.Outbound;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import reactor.core.publisher.Mono;

/** A sender as tests need it: with names of their own, loopback opened, and short patience. */
final class Attempting implements AutoCloseable {

    static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
    static final EgressPolicy LOOPBACK = EgressPolicy.parse("127.0.0.0/8");
    static final AttemptSettings SETTINGS =
            AttemptSettings.ofVersion("1.2.3").withDeadline(Duration.ofSeconds(10));
    static final String BODY = "{\"type\": \"link.clicked\", \"n\": 1.0}";

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    // Parsing asks for an allow-list that opens names over http; what may be reached is the
    // sender's matter.
    private static final TargetPolicy ANY_TARGET =
            TargetPolicy.forCalls(EgressPolicy.parse("0.0.0.0/0,::/0"));

    private final Map<String, List<InetAddress>> names = new ConcurrentHashMap<>();
    private final AtomicInteger lookUps = new AtomicInteger();
    private final AttemptSender sender;

    Attempting(EgressPolicy policy, AttemptSettings settings, SslContext tls) {
        this.sender =
                AttemptSender.open(policy, settings, InstantSource.fixed(NOW), this::resolve, tls);
    }

    static Attempting toLoopback() {
        return toLoopback(SETTINGS);
    }

    static Attempting toLoopback(AttemptSettings settings) {
        return new Attempting(LOOPBACK, settings, Outbound.trustedByTheJdk());
    }

    static Attempting under(EgressPolicy policy) {
        return new Attempting(policy, SETTINGS, Outbound.trustedByTheJdk());
    }

    private Mono<List<InetAddress>> resolve(String name) {
        lookUps.incrementAndGet();
        return Optional.ofNullable(names.get(name))
                .map(Mono::just)
                .orElseGet(() -> Mono.error(new UnknownHostException(name)));
    }

    /** Lets a name have these addresses from now on. */
    void name(String name, String... addresses) {
        names.put(name, List.of(addresses).stream().map(InetAddress::ofLiteral).toList());
    }

    /** How often a name was looked up. */
    int lookUps() {
        return lookUps.get();
    }

    Mono<AttemptResult> attempt(String url) {
        List<HeaderField> headers =
                List.of(
                        new HeaderField("webhook-id", "msg_1"),
                        new HeaderField("content-type", "application/json"));
        byte[] body = BODY.getBytes(StandardCharsets.UTF_8);
        return sender.attempt(new AttemptRequest(target(url), headers, body));
    }

    AttemptResult send(String url) {
        return attempt(url).blockOptional(PATIENCE).orElseThrow();
    }

    AttemptSender sender() {
        return sender;
    }

    static TargetUrl target(String url) {
        return switch (ANY_TARGET.check(url)) {
            case TargetCheck.Accepted(TargetUrl target) -> target;
            case TargetCheck.Refused refused -> throw new AssertionError(url + ": " + refused);
        };
    }

    /** The error of an attempt that must have had one. */
    static CallError error(AttemptResult result) {
        assertThat(result).isInstanceOf(AttemptResult.Unreachable.class);
        return ((AttemptResult.Unreachable) result).error();
    }

    /** The answer of an attempt that must have had a whole one. */
    static ReceivedResponse response(AttemptResult result) {
        return switch (result) {
            case AttemptResult.Delivered(ReceivedResponse response, Duration _) -> response;
            case AttemptResult.Gone(ReceivedResponse response, Duration _) -> response;
            case AttemptResult.Throttled throttled -> throttled.response();
            case AttemptResult.Failed(ReceivedResponse response, Duration _) -> response;
            case AttemptResult.Unreachable unreachable ->
                    throw new AssertionError("no answer: " + unreachable);
            case AttemptResult.NotStarted notStarted ->
                    throw new AssertionError("no attempt: " + notStarted);
        };
    }

    @Override
    public void close() {
        sender.close();
    }
}
