package io.postrider.testkit.limits;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Proves that a time limit does not move a method of a test to a thread of its own: Kafka Streams leaves a store open when
 * another thread than the one that opened it closes it, and the open store writes into the folder that is being deleted.
 */
class OneThreadTest {

    private Thread opened = Thread.currentThread();

    @BeforeEach
    void open() {
        opened = Thread.currentThread();
    }

    @AfterEach
    void close() {
        assertThat(Thread.currentThread()).isSameAs(opened);
    }

    @Test
    void aTestRunsInTheThreadThatPreparesIt() {
        assertThat(Thread.currentThread()).isSameAs(opened);
    }
}
