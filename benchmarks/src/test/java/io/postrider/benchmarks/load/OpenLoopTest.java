package io.postrider.benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class OpenLoopTest {

    private static final long MILLISECOND = 1_000_000;
    private static final Offset<Double> PRECISION = within(0.1);

    private final SteppedTicker ticker = new SteppedTicker();

    /** 1,000 calls in a second that take 0.1 ms each, but for one. */
    private OpenLoopResult withOneStall(Duration stall) {
        return run(number -> ticker.pass(number == 500 ? stall.toNanos() : MILLISECOND / 10));
    }

    private OpenLoopResult run(OpenLoop.Caller caller) {
        return new OpenLoop(1_000, Duration.ofSeconds(1), ticker).run(List.of(caller));
    }

    @Test
    void aStallDelaysAllRequestsThatArriveMeanwhile() {
        OpenLoopResult result = withOneStall(Duration.ofMillis(200));

        // Some 220 of 1,000 calls are late by up to 200 ms, not one.
        assertThat(result.latency().p50Ms()).isEqualTo(0.1, PRECISION);
        assertThat(result.latency().p95Ms()).isBetween(140.0, 160.0);
        assertThat(result.latency().p99Ms()).isBetween(185.0, 195.0);
        assertThat(result.latency().maxMs()).isEqualTo(200, within(0.3));
    }

    @Test
    void requestsWithoutAFreeClientAreLate() {
        assertThat(withOneStall(Duration.ofMillis(200)).latenessP99Ms()).isGreaterThan(180);
        assertThat(run(number -> ticker.pass(10)).latenessP99Ms()).isZero();
    }

    @Test
    void everyCallIsMadeOnceAtTheRateAskedFor() {
        OpenLoopResult result = run(number -> ticker.pass(10));

        assertThat(result.calls()).isEqualTo(1_000);
        assertThat(result.latency().count()).isEqualTo(1_000);
        assertThat(result.perSecond()).isEqualTo(1_000, within(2.0));
    }

    @Test
    void aServerThatIsTooSlowShowsInTheRate() {
        OpenLoopResult result = run(number -> ticker.pass(4 * MILLISECOND));

        assertThat(result.perSecond()).isEqualTo(250, within(1.0));
        assertThat(result.latency().maxMs()).isEqualTo(3_004, within(5.0));
    }

    @Test
    void aFailedCallIsAnErrorAndNoLatency() {
        OpenLoopResult result =
                run(number -> {
                    if (number % 10 == 0) {
                        throw new IOException("number " + number);
                    }
                    ticker.pass(10);
                });

        assertThat(result.errors()).isEqualTo(100);
        assertThat(result.latency().count()).isEqualTo(900);
        assertThat(result.firstError()).contains("number 0");
    }

    /** Time that passes only where it is told to. */
    private static final class SteppedTicker implements OpenLoop.Ticker {

        private volatile long now = 1;

        private synchronized void pass(long nanos) {
            now += nanos;
        }

        @Override
        public long nanos() {
            return now;
        }

        @Override
        public synchronized void sleepUntil(long nanos) {
            now = Math.max(now, nanos);
        }
    }
}
