package io.postrider.webhooks.endpoints;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.webhooks.endpoints.Subscription.Wish;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class EventFilterCodecTest {

    @Test
    void wishesAreReadAsTheyWereWritten() {
        List<Wish> wishes =
                List.of(
                        new Wish(
                                List.of("link.*", "key.created"),
                                "event.data.clicks > 10",
                                Instant.ofEpochMilli(17)),
                        new Wish(List.of("*"), null, Instant.parse("2026-11-21T10:00:00.123Z")));

        assertThat(EventFilterCodec.decode(EventFilterCodec.encode(wishes))).isEqualTo(wishes);
    }
}
