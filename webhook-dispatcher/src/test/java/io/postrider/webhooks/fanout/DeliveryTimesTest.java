package io.postrider.webhooks.fanout;

import static io.postrider.testkit.records.Records.with;
import static io.postrider.webhooks.fanout.FanOutSamples.MINE;
import static io.postrider.webhooks.fanout.FanOutSamples.NOW;
import static io.postrider.webhooks.fanout.FanOutSamples.sample;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.webhooks.WebhookEndpoint;
import io.postrider.domain.webhooks.WebhookOptions;
import io.postrider.domain.webhooks.WebhookOrdering;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class DeliveryTimesTest {

    private Instant now = NOW;
    private final DeliveryTimes times = new DeliveryTimes(() -> now);

    @Test
    void deliveriesOfAnOrderedWebhookHaveDifferentTimes() {
        WebhookEndpoint ordered = ordered(1);

        assertThat(times.next(ordered)).isEqualTo(NOW);
        assertThat(times.next(ordered)).isEqualTo(NOW.plusMillis(1));
        now = NOW.minusMillis(500);
        assertThat(times.next(ordered)).isEqualTo(NOW.plusMillis(2));
        assertThat(times.next(ordered(2))).isEqualTo(now);
        now = NOW.plusSeconds(1);
        assertThat(times.next(ordered)).isEqualTo(now);
    }

    @Test
    void othersHaveTheTimeOfTheClock() {
        WebhookEndpoint other = sample(1, MINE, "link.*", true, NOW);

        assertThat(times.next(other)).isEqualTo(NOW);
        assertThat(times.next(other)).isEqualTo(NOW);
    }

    private static WebhookEndpoint ordered(int n) {
        return with(
                sample(n, MINE, "link.*", true, NOW),
                "options",
                with(WebhookOptions.NONE, "ordering", WebhookOrdering.ENDPOINT));
    }
}
