package io.postrider.webhooks.delivery;

import static io.postrider.testkit.records.Records.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.webhooks.WebhookEndpoint;
import io.postrider.domain.webhooks.WebhookEndpoint.EndpointSecret;
import io.postrider.outbound.egress.WebhookSecret;
import io.postrider.schemas.Attempt;
import io.postrider.schemas.Delivery;
import io.postrider.testkit.claims.Verifies;
import io.postrider.testkit.http.ReceivedRequest;
import io.postrider.testkit.http.RecordingReceiver;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A webhook changes between two attempts of a delivery. */
class ChangedWebhooksTest extends ChannelToReceiver {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Delivery delivery = Samples.delivery(1, Samples.endpointId(1), Samples.START);

    @Test
    void theNextAttemptGoesToTheUrlOfItsTime() throws Exception {
        WebhookEndpoint before = endpoint(1);
        try (RecordingReceiver other = RecordingReceiver.start()) {
            attempts().attempt(delivery, before, 1);
            receiver.awaitRequests(1, PATIENCE);
            attempts().attempt(delivery, with(before, "url", other.url("/moved")), 2);

            ReceivedRequest moved = other.awaitRequests(1, PATIENCE).getFirst();
            isOf(moved, delivery.eventId());
            assertThat(moved.target()).isEqualTo("/moved");
            assertThat(receiver.requests()).hasSize(1);
        }
    }

    @Test
    @Verifies("webhook-signatures")
    void theNextAttemptIsSignedWithTheSecretsOfItsTime() throws Exception {
        WebhookEndpoint before = endpoint(1);
        WebhookSecret newer = WebhookSecret.generate(new SecureRandom());
        Instant end = NOW.plusSeconds(60);
        WebhookEndpoint rotated =
                with(
                        before,
                        "secrets",
                        List.of(
                                new EndpointSecret(sealed(before, newer), NOW, null),
                                new EndpointSecret(sealed(before, secret), NOW, end)));

        attempts().attempt(delivery, before, 1);
        assertSigned(request(1), delivery.eventId(), NOW, List.of(secret));
        now = end.minusMillis(1);
        attempts().attempt(delivery, rotated, 2);
        assertSigned(request(2), delivery.eventId(), now, List.of(newer, secret));
        now = end;
        attempts().attempt(delivery, rotated, 3);
        assertSigned(request(3), delivery.eventId(), now, List.of(newer));
    }

    @Test
    @Verifies("webhook-signatures")
    void eachAttemptIsSignedWithTheTimeOfTheClockAlsoWhereThatJumps() throws Exception {
        int number = 0;
        for (long seconds : new long[] {0, 3_600, -3_600, 1}) {
            number++;
            now = NOW.plusSeconds(seconds);
            attempts().attempt(delivery, endpoint(1), number);

            assertSigned(request(number), delivery.eventId(), now, List.of(secret));
        }
    }

    /** The delivery was made while the webhook was for its type. */
    @Test
    void theNextAttemptIsMadeWhereTheWebhookIsForOtherTypesNow() throws Exception {
        attempts().attempt(delivery, endpoint(1), 1);
        receiver.awaitRequests(1, PATIENCE);
        attempts().attempt(delivery, with(endpoint(1), "eventTypes", List.of("key.*")), 2);

        isOf(request(2), delivery.eventId());
    }

    @Test
    void anAttemptWhoseSecretsCannotBeOpenedIsRepeatedLaterAndNotSent() {
        WebhookEndpoint foreign = with(endpoint(1), "secrets", endpoint(2).secrets());

        attempts().attempt(delivery, foreign, 1);

        Attempt attempt = awaitLogged(1).getFirst();
        assertThat(attempt.outcome()).isEqualTo(Attempt.RETRY);
        assertThat(attempt.error()).isEqualTo("secret_unavailable");
        assertThat(attempt.nextAttemptAt()).isAfter(NOW);
        assertThat(receiver.requests()).isEmpty();
    }

    private ReceivedRequest request(int number) throws InterruptedException {
        return receiver.awaitRequests(number, PATIENCE).getLast();
    }
}
