package io.postrider.platform.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class StreamsConsumerTest {

    private static final Duration ASKED = Duration.ofMillis(100);
    private static final Duration SHORT = Duration.ofMillis(20);
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    @Test
    void pollsAreShortForASecondAfterTheLastRecord() {
        assertThat(StreamsConsumer.timeout(ASKED, 0)).isEqualTo(SHORT);
        assertThat(StreamsConsumer.timeout(ASKED, SECOND - 1)).isEqualTo(SHORT);
        assertThat(StreamsConsumer.timeout(ASKED, SECOND)).isEqualTo(ASKED);
    }

    @Test
    void aShorterPollStaysAsItIs() {
        assertThat(StreamsConsumer.timeout(Duration.ZERO, 0)).isEqualTo(Duration.ZERO);
        assertThat(StreamsConsumer.timeout(SHORT, SECOND)).isEqualTo(SHORT);
    }
}
