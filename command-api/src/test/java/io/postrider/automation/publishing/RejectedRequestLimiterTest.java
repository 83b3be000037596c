package io.postrider.automation.publishing;

import static io.postrider.automation.publishing.RejectedRequestLimiter.LISTED_MAX;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.domain.automation.Endpoint;
import io.postrider.domain.automation.EndpointAuth;
import io.postrider.domain.automation.EndpointIntake;
import io.postrider.schemas.EventPublished;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Requests that endpoints turn away leave a trace, and not more than a bounded one. */
class RejectedRequestLimiterTest {

    private static final String ENDPOINTS = "/api/v1/automation/endpoints";

    @AutoClose private final TestApi api = new TestApi();

    @Test
    void aWrongSignatureIsListedWithItsReasonAndWithoutSecrets() {
        Caller sender =
                InboundHandshakeTest.sender(api)
                        .with("X-Hub-Signature-256", "sha256=planted")
                        .with("Authorization", "Bearer planted")
                        .with("X-Gitlab-Token", "planted")
                        .with("X-Topic", "orders");

        assertThat(sender.post(path("github"), "{\"text\":\"planted\"}").status()).isEqualTo(401);

        assertThat(api.eventsOf(EventPublished.REJECTED))
                .singleElement()
                .satisfies(event ->
                        assertThat(String.valueOf(event.payload()))
                                .contains(
                                        "endpoint_auth_failed",
                                        "does not have a valid signature for the endpoint",
                                        "\"x-topic\":\"orders\"")
                                .doesNotContain("planted"));
    }

    @Test
    void nothingMoreIsListedAfterAHundred() {
        String path = path("url_token") + "?token=x";
        Caller sender = InboundHandshakeTest.sender(api);

        for (int i = 0; i < LISTED_MAX + 5; i++) {
            assertThat(sender.post(path, "{}").status()).isEqualTo(401);
        }

        assertThat(api.rejected()).hasSize(LISTED_MAX);
    }

    /** Anyone can send requests without a proof. */
    @Test
    void aFloodWithoutAProofHidesNoRequestThatHasOne() {
        Response made =
                api.caller()
                        .post(
                                ENDPOINTS,
                                "{\"name\":\"A\",\"event_type\":\"a.b\",\"allowed_origins\":[\"https://a.example\"]}");
        String path = "/api/v1/automation/in/" + made.member("id");
        Caller sender = InboundHandshakeTest.sender(api).with("Origin", "https://b.example");
        for (int i = 0; i < LISTED_MAX + 5; i++) {
            assertThat(sender.post(path, "{}").status()).isEqualTo(401);
        }

        Response told = sender.post(path + "?token=" + made.member("token"), "{\"n\":1}");

        assertThat(told.code()).isEqualTo("origin_not_allowed");
        assertThat(api.rejected()).hasSize(LISTED_MAX + 1);
        assertThat(String.valueOf(api.rejected().getLast().payload()))
                .contains("origin_not_allowed", "{\\\"n\\\":1}");
    }

    @Test
    void theOthersAreCountedAtTheEndOfTheHour() {
        AtomicLong nanos = new AtomicLong();
        List<Integer> counts = new ArrayList<>();
        RejectedRequestLimiter turnedAway =
                new RejectedRequestLimiter(
                        nanos::get,
                        (_, proved, count) -> counts.add(proved ? 1000 + count : count));
        for (int i = 0; i < LISTED_MAX + 5; i++) {
            assertThat(turnedAway.isListed(endpoint(), false)).isEqualTo(i < LISTED_MAX);
        }

        assertThat(turnedAway.isListed(endpoint(), true)).isTrue();
        nanos.addAndGet(Duration.ofMinutes(59).toNanos());
        assertThat(turnedAway.isListed(endpoint(), false)).isFalse();
        assertThat(counts).isEmpty();
        nanos.addAndGet(Duration.ofMinutes(2).toNanos());

        assertThat(turnedAway.isListed(endpoint(), false)).isTrue();
        assertThat(counts).containsExactly(6);
    }

    private String path(String auth) {
        String secret = auth.equals("url_token") ? "" : ",\"secret\":\"s3cret\"";
        Response made =
                api.caller()
                        .post(
                                ENDPOINTS,
                                "{\"name\":\"A\",\"event_type\":\"a.b\",\"auth\":\""
                                        + auth
                                        + "\""
                                        + secret
                                        + "}");
        return "/api/v1/automation/in/" + made.member("id");
    }

    private static Endpoint endpoint() {
        return new Endpoint(
                "ep_01kb3q9b6wf3s5r8t1v4x7z0c2",
                "ws",
                "Orders",
                "order.paid",
                EndpointAuth.URL_TOKEN,
                true,
                "",
                null,
                null,
                null,
                null,
                EndpointIntake.OPEN,
                Map.of(),
                Instant.EPOCH,
                Instant.EPOCH);
    }
}
