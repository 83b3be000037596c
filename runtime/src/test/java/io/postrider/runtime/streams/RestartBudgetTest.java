package io.postrider.runtime.streams;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RestartBudgetTest {

    private final AtomicLong now = new AtomicLong();
    private final RestartBudget budget = new RestartBudget(2, Duration.ofMinutes(5), now::get);

    @Test
    void failuresAtOnceUseItUp() {
        assertThat(budget.take()).isTrue();
        assertThat(budget.take()).isTrue();

        assertThat(budget.take()).isFalse();
    }

    @Test
    void failuresFarApartNeverUseItUp() {
        for (int i = 0; i < 100; i++) {
            assertThat(budget.take()).as("failure %d", i).isTrue();
            now.addAndGet(Duration.ofMinutes(3).toNanos());
        }
    }

    @Test
    void whatWasRefusedDoesNotCount() {
        budget.take();
        budget.take();
        now.addAndGet(Duration.ofMinutes(4).toNanos());
        assertThat(budget.take()).isFalse();

        now.addAndGet(Duration.ofMinutes(2).toNanos());

        assertThat(budget.take()).isTrue();
    }
}
