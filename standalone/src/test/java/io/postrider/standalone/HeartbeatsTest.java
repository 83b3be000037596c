package io.postrider.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.channel.DefaultEventLoop;
import io.netty.channel.EventLoop;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class HeartbeatsTest {

    private static final long ROUNDS = Heartbeats.SILENCE_MAX.dividedBy(Heartbeats.PERIOD);

    @AutoClose private final Heartbeats beats = new Heartbeats();

    @Test
    void aPartThatDoesNotMoveForThirtySecondsIsFoundAndHealsWhenItMoves() {
        AtomicBoolean moves = new AtomicBoolean(true);
        beats.add("a thread", moves::get);
        rounds(2 * ROUNDS);
        assertThat(beats.alive()).isTrue();

        moves.set(false);
        rounds(ROUNDS - 1);
        assertThat(beats.alive()).isTrue();
        rounds(1);
        assertThat(beats.alive()).isFalse();

        moves.set(true);
        rounds(1);
        assertThat(beats.alive()).isTrue();
    }

    @Test
    void anEventLoopThatIsBlockedIsFound() throws Exception {
        EventLoop loop = new DefaultEventLoop();
        CountDownLatch blocked = new CountDownLatch(1);
        try {
            beats.addLoop(loop);
            beats.round();
            loop.submit(() -> {}).get(10, TimeUnit.SECONDS);
            loop.execute(() -> {
                try {
                    blocked.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            rounds(ROUNDS + 1);
            assertThat(beats.alive()).isFalse();

            blocked.countDown();
            await().until(() -> {
                beats.round();
                return beats.alive();
            });
        } finally {
            blocked.countDown();
            loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).await(10, TimeUnit.SECONDS);
        }
        rounds(ROUNDS + 1);
        assertThat(beats.alive()).as("after a shutdown").isTrue();
    }

    private void rounds(long count) {
        for (long i = 0; i < count; i++) {
            beats.round();
        }
    }
}
