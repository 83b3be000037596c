package io.postrider.dispatch.sending;

import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.postrider.runtime.egress.EgressPolicy;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import javax.net.ssl.SSLException;
import reactor.core.publisher.Mono;
import reactor.netty.resources.LoopResources;

/** Makes single attempts: resolves, checks, connects, sends, reads a bounded answer, and judges it. */
public final class AttemptSender implements AutoCloseable {

    private static final Duration SHUTDOWN_MAX = Duration.ofSeconds(5);

    private final AttemptSettings settings;
    private final InstantSource clock;
    private final LoopResources loops;
    private final HostResolver resolver;
    private final Destinations destinations;
    private final HttpExchange exchange;
    private final Semaphore permits;

    private AttemptSender(
            EgressPolicy policy,
            AttemptSettings settings,
            InstantSource clock,
            LoopResources loops,
            HostResolver resolver,
            SslContext tls) {
        this.settings = settings;
        this.clock = clock;
        this.loops = loops;
        this.resolver = resolver;
        this.destinations = new Destinations(policy, resolver, settings.resolveTimeout());
        this.exchange = new HttpExchange(settings, loops, tls);
        this.permits = new Semaphore(settings.attemptsMax());
    }

    /** Opens a sender that asks the machine's name servers and trusts the JDK's certificate authorities. */
    public static AttemptSender open(
            EgressPolicy policy, AttemptSettings settings, InstantSource clock) {
        LoopResources loops = newLoops();
        long queryTimeout = settings.resolveTimeout().dividedBy(2).toMillis();
        HostResolver resolver = DnsHostResolver.open(loops, queryTimeout);
        return new AttemptSender(policy, settings, clock, loops, resolver, trustedByTheJdk());
    }

    static AttemptSender open(
            EgressPolicy policy,
            AttemptSettings settings,
            InstantSource clock,
            HostResolver resolver,
            SslContext tls) {
        return new AttemptSender(policy, settings, clock, newLoops(), resolver, tls);
    }

    private static LoopResources newLoops() {
        return LoopResources.create("postrider-sender");
    }

    static SslContext trustedByTheJdk() {
        try {
            return SslContextBuilder.forClient().build();
        } catch (SSLException impossible) {
            throw new IllegalStateException("no TLS in this JDK", impossible);
        }
    }

    /**
     * One attempt, made anew by every subscriber. It never fails, never takes longer than the deadline, and cancelling it
     * closes its connection. The result arrives on an event loop or a timer's thread, where nothing may block.
     */
    public Mono<AttemptResult> attempt(AttemptRequest request) {
        return Mono.defer(() -> {
            if (!permits.tryAcquire()) {
                return Mono.just(new AttemptResult.NotStarted());
            }
            return bounded(request).doFinally(_ -> permits.release());
        });
    }

    /** How many attempts are under way. */
    public int underWay() {
        return settings.attemptsMax() - permits.availablePermits();
    }

    private Mono<AttemptResult> bounded(AttemptRequest request) {
        long start = System.nanoTime();
        ResponseRecord record = new ResponseRecord(settings);
        return destinations
                .of(request.target())
                .flatMap(destination -> exchanged(request, destination, record, start))
                .timeout(settings.deadline())
                .onErrorResume(failure -> Mono.just(unreachable(failure, record, start)));
    }

    private Mono<AttemptResult> exchanged(
            AttemptRequest request, Destination destination, ResponseRecord record, long start) {
        return switch (destination) {
            case Destination.Reachable(List<InetSocketAddress> addresses) ->
                    tried(request, addresses, record)
                            .then(Mono.fromSupplier(() -> judged(record, start)));
            case Destination.Unreachable(AttemptError error) ->
                    Mono.just(new AttemptResult.Unreachable(error, Optional.empty(), since(start)));
        };
    }

    /** Another address is tried only where nothing can have been sent to the one before. */
    private Mono<Void> tried(
            AttemptRequest request, List<InetSocketAddress> addresses, ResponseRecord record) {
        Mono<Void> first = exchange.run(request, addresses.getFirst(), record);
        if (addresses.size() == 1) {
            return first;
        }
        List<InetSocketAddress> rest = addresses.subList(1, addresses.size());
        return first.onErrorResume(
                AttemptErrors::isBeforeConnected, _ -> tried(request, rest, record));
    }

    private AttemptResult judged(ResponseRecord record, long start) {
        ReceivedResponse response =
                record.response()
                        .orElseThrow(() ->
                                new IllegalStateException("an exchange ended without answer"));
        Optional<Duration> retryAfter = RetryAfter.parse(record.retryAfter(), clock.instant());
        return AttemptResult.judged(response, retryAfter, since(start));
    }

    private static AttemptResult unreachable(Throwable failure, ResponseRecord record, long start) {
        Optional<ReceivedResponse> partial = record.response();
        AttemptError error = AttemptErrors.of(failure, partial.isPresent());
        Optional<ReceivedResponse> interim = record.interimOnly();
        if (error == AttemptError.CONNECTION_CLOSED && interim.isPresent()) {
            return new AttemptResult.Failed(interim.get(), since(start));
        }
        return new AttemptResult.Unreachable(error, partial, since(start));
    }

    private static Duration since(long start) {
        return Duration.ofNanos(System.nanoTime() - start);
    }

    /** Take no more results before: an attempt that this cuts off ends like any broken connection. */
    @Override
    public void close() {
        resolver.close();
        loops.disposeLater(Duration.ZERO, SHUTDOWN_MAX).block(SHUTDOWN_MAX.plusSeconds(1));
    }
}
