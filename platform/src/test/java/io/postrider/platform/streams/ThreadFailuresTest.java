package io.postrider.platform.streams;

import static org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse.REPLACE_THREAD;
import static org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.streams.errors.StreamsException;
import org.junit.jupiter.api.Test;

class ThreadFailuresTest {

    private final ThreadFailures failures = new ThreadFailures("test", () -> 0);

    @Test
    void aThreadIsReplacedHoweverManyFailed() {
        failures.close();

        for (int i = 0; i < 100; i++) {
            assertThat(failures.handle(new StreamsException(new TimeoutException("no broker"))))
                    .as("failure %d", i)
                    .isEqualTo(REPLACE_THREAD);
        }

        assertThat(failures.replaced()).isEqualTo(100);
    }

    @Test
    void anApplicationIsFailingUntilItProcessesRecordsAgain() {
        assertThat(failures.failing()).isFalse();

        failures.handle(new StreamsException("broken"));
        assertThat(failures.failing()).isTrue();

        failures.recovered();
        assertThat(failures.failing()).isFalse();
    }

    @Test
    void anErrorOfTheVirtualMachineEndsTheApplication() {
        assertThat(failures.handle(new StreamsException(new NoClassDefFoundError("a.B"))))
                .isEqualTo(SHUTDOWN_CLIENT);
        assertThat(failures.handle(new OutOfMemoryError("heap"))).isEqualTo(SHUTDOWN_CLIENT);
    }

    @Test
    void aLogThatIsTooNewEndsTheApplication() {
        assertThat(failures.handle(new StreamsException(new ReleaseTooOldException("2 of 1"))))
                .isEqualTo(SHUTDOWN_CLIENT);
    }

    @Test
    void aStackThatOverflowsIsNotTheEnd() {
        assertThat(failures.handle(new StreamsException(new StackOverflowError())))
                .isEqualTo(REPLACE_THREAD);
    }
}
