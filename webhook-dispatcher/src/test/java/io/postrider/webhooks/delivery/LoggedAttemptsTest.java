package io.postrider.webhooks.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.postrider.domain.webhooks.WebhookCommand.DisableWebhook;
import io.postrider.domain.webhooks.WebhookEndpoint;
import io.postrider.schemas.Attempt;
import io.postrider.schemas.Context;
import io.postrider.schemas.Delivery;
import io.postrider.schemas.codec.CommandCodec;
import io.postrider.testkit.claims.Verifies;
import io.postrider.testkit.http.StubResponse;
import io.postrider.testkit.records.Records;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is logged of an attempt, and when the next one is due. */
class LoggedAttemptsTest extends ChannelToReceiver {

    private final Delivery delivery = Samples.delivery(1, Samples.endpointId(1), Samples.START);

    @ParameterizedTest
    @Verifies("webhook-retries")
    @CsvSource(
            delimiter = '|',
            value = {
                "3                             | 4000       | 6000",
                "0.25                          | 4000       | 6000",
                "-60                           | 4000       | 6000",
                "soon                          | 4000       | 6000",
                "Sat, 21 Nov 2026 10:01:00 GMT | 4000       | 6000",
                "60                            | 60000      | 60000",
                "60.5                          | 60500      | 60500",
                "Sat, 21 Nov 2026 10:03:30 GMT | 120000     | 120000",
                "1000000000                    | 86400000   | 86400000",
                "Fri, 21 Nov 2036 10:00:00 GMT | 86400000   | 86400000"
            })
    void aWaitThatTheReceiverAsksForDoesNotShortenTheScheduleAndIsAtMostADay(
            String retryAfter, long fromMillis, long toMillis) {
        receiver.answerWith(StubResponse.status(429, Map.of("Retry-After", retryAfter), ""));

        assertThat(millisToTheNext(attempted(endpoint(1)))).isBetween(fromMillis, toMillis + 1);
    }

    @Test
    void aReceiverThatIsNotOverloadedIsAskedAgainByTheSchedule() {
        receiver.answerWith(StubResponse.status(500, Map.of("Retry-After", "60"), ""));

        assertThat(millisToTheNext(attempted(endpoint(1)))).isBetween(4_000L, 6_001L);
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 502, 503, 504})
    void anOverloadedReceiverIsNamedAsThrottled(int status) {
        receiver.answerWith(StubResponse.status(status));
        Attempt attempt = attempted(endpoint(1));

        assertThat(attempt.outcome()).isEqualTo(Attempt.RETRY);
        assertThat(attempt.error()).isEqualTo("throttled");
        assertThat(attempt.statusCode()).isEqualTo(status);
    }

    @Test
    @Verifies("webhook-retries")
    void aReceiverThatIsGoneIsNotAskedAgainAndItsWebhookIsDisabled() {
        receiver.answerWith(StubResponse.status(410));
        Attempt attempt = attempted(endpoint(1));

        assertThat(attempt.outcome()).isEqualTo(Attempt.GONE);
        assertThat(attempt.nextAttemptAt()).isNull();
        attempts().ended(attempt);
        await().untilAsserted(() -> assertThat(logged.history()).hasSize(2));
        var command = logged.history().getLast();
        assertThat(command.topic()).isEqualTo(Context.WEBHOOKS.commands().name());
        assertThat(CommandCodec.of(Context.WEBHOOKS, IDS).decode(command.value()).body())
                .isEqualTo(new DisableWebhook(delivery.workspace(), "receiver_gone"));
    }

    @Test
    void eachFailureHasItsError() throws IOException {
        try (Socket bound = new Socket()) {
            bound.bind(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0));
            String closed = "http://127.0.0.1:" + bound.getLocalPort() + "/";
            assertThat(error(to(closed))).isEqualTo("connect_refused");
        }
        receiver.answerWith(StubResponse.raw(""));
        assertThat(error(endpoint(1))).isEqualTo("connection_closed");
        receiver.answerWith(StubResponse.rawThenReset(""));
        assertThat(error(endpoint(1))).isEqualTo("connection_reset");
        receiver.answerWith(StubResponse.raw("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"));
        assertThat(error(endpoint(1))).isEqualTo("response_incomplete");
        receiver.answerWith(StubResponse.raw("SSH-2.0\r\n"));
        assertThat(error(endpoint(1))).isEqualTo("malformed_response");
        assertThat(error(to("http://10.0.0.1/"))).isEqualTo("address_not_allowed");
    }

    @Test
    void eachAttemptHasAnIdOfItsOwnUnderTheIdOfItsEvent() {
        attempts().attempt(delivery, endpoint(1), 1);
        attempts().attempt(delivery, endpoint(1), 2);
        Delivery resent = Records.with(delivery, "id", Samples.deliveryId(2));
        attempts().attempt(resent, endpoint(1), 1);

        List<Attempt> all = awaitLogged(3);
        assertThat(all).extracting(Attempt::id).doesNotHaveDuplicates();
        assertThat(all).extracting(Attempt::eventId).containsOnly(delivery.eventId());
        assertThat(receiver.requests())
                .extracting(request -> request.header("webhook-id").orElse("none"))
                .containsOnly(delivery.eventId());
    }

    @Test
    void aLogThatIsAwayNeitherRepeatsADeliveryNorHoldsUpAnother() throws Exception {
        logged.sendException = new TimeoutException("no broker");
        attempts().attempt(delivery, endpoint(1), 1);
        attempts()
                .attempt(Samples.delivery(2, Samples.endpointId(1), Samples.START), endpoint(1), 1);
        receiver.awaitRequests(2, Duration.ofSeconds(30));
        assertThat(logged.history()).isEmpty();

        logged.sendException = null;

        assertThat(awaitLogged(2))
                .extracting(Attempt::delivery, Attempt::outcome)
                .containsExactlyInAnyOrder(
                        tuple(Samples.deliveryId(1), Attempt.DELIVERED),
                        tuple(Samples.deliveryId(2), Attempt.DELIVERED));
        assertThat(receiver.requests()).hasSize(2);
    }

    private static long millisToTheNext(Attempt attempt) {
        Instant next = Objects.requireNonNull(attempt.nextAttemptAt());
        return Duration.between(attempt.at().plusMillis(attempt.durationMs()), next).toMillis();
    }

    private WebhookEndpoint to(String url) {
        return Records.with(endpoint(1), "url", url);
    }

    private String error(WebhookEndpoint endpoint) {
        return String.valueOf(attempted(endpoint).error());
    }

    /** The log of one more attempt. */
    private Attempt attempted(WebhookEndpoint endpoint) {
        int before = logged.history().size();
        attempts().attempt(delivery, endpoint, 1);
        return awaitLogged(before + 1).getLast();
    }
}
