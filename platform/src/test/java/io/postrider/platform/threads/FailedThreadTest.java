package io.postrider.platform.threads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class FailedThreadTest {

    private final FailedThread failed = new FailedThread();

    @Test
    void aThreadThatEndsByAThrowableIsDead() throws Exception {
        started(() -> {
            throw new NoClassDefFoundError("a.B");
        });

        failed.dead().get(60, TimeUnit.SECONDS);
    }

    @Test
    void aThreadThatReturnsIsNotDead() throws InterruptedException {
        started(() -> {}).join();

        assertThat(failed.dead()).isNotDone();
    }

    @Test
    void aPeriodicTaskThatThrowsIsDeadAndStillThrows() {
        Runnable broken =
                failed.watch(() -> {
                    throw new InternalError("broken");
                });
        failed.watch(() -> {}).run();
        assertThat(failed.dead()).isNotDone();

        assertThatThrownBy(broken::run).isInstanceOf(InternalError.class);

        assertThat(failed.dead()).isDone();
    }

    private Thread started(Runnable work) {
        return Thread.ofPlatform().uncaughtExceptionHandler(failed).start(work);
    }
}
