package io.postrider.webhooks.sending;

import io.netty.handler.ssl.SslContext;
import io.postrider.outbound.egress.EgressPolicy;
import io.postrider.outbound.http.CallError;
import io.postrider.outbound.http.CallErrors;
import io.postrider.outbound.http.HostResolver;
import io.postrider.outbound.http.Outbound;
import io.postrider.outbound.http.RetryAfter;
import io.postrider.platform.meters.Bounds;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import reactor.core.publisher.Mono;

/** Makes single attempts: resolves, checks, connects, sends, reads a bounded answer, and judges it. */
public final class AttemptSender implements AutoCloseable {

    private final AttemptSettings settings;
    private final InstantSource clock;
    private final Outbound outbound;
    private final HttpExchange exchange;
    private final Semaphore permits;

    private AttemptSender(AttemptSettings settings, InstantSource clock, Outbound outbound) {
        this.settings = settings;
        this.clock = clock;
        this.outbound = outbound;
        this.exchange = new HttpExchange(outbound);
        this.permits = new Semaphore(settings.attemptsMax());
    }

    /** Opens a sender that asks the machine's name servers and trusts the JDK's certificate authorities. */
    public static AttemptSender open(
            EgressPolicy policy, AttemptSettings settings, InstantSource clock) {
        return new AttemptSender(settings, clock, Outbound.open(policy, settings.calls()));
    }

    static AttemptSender open(
            EgressPolicy policy,
            AttemptSettings settings,
            InstantSource clock,
            HostResolver resolver,
            SslContext tls) {
        return new AttemptSender(
                settings, clock, Outbound.open(policy, settings.calls(), resolver, tls));
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
            return Mono.using(() -> permits, _ -> bounded(request), Semaphore::release);
        });
    }

    /** Shows how many attempts are under way. */
    public void show(Bounds bounds) {
        bounds.show("webhook_attempts", this::underWay, settings.attemptsMax());
    }

    /** How many attempts are under way. */
    public int underWay() {
        return settings.attemptsMax() - permits.availablePermits();
    }

    private Mono<AttemptResult> bounded(AttemptRequest request) {
        long start = System.nanoTime();
        ResponseRecord record = new ResponseRecord(settings);
        return exchange.run(request, record)
                .then(Mono.fromSupplier(() -> judged(record, start)))
                .timeout(settings.deadline())
                .onErrorResume(failure -> Mono.just(unreachable(failure, record, start)));
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
        CallError error = CallErrors.of(failure, partial.isPresent());
        Optional<ReceivedResponse> interim = record.interimOnly();
        if (error == CallError.CONNECTION_CLOSED && interim.isPresent()) {
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
        outbound.close();
    }
}
