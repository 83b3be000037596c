package io.postrider.webhooks.delivery;

import static io.postrider.testkit.records.Records.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.domain.webhooks.WebhookEndpoint;
import io.postrider.domain.webhooks.WebhookEndpoint.EndpointSecret;
import io.postrider.domain.webhooks.WebhookEndpoint.SigningKey;
import io.postrider.domain.webhooks.WebhookOptions;
import io.postrider.domain.webhooks.WebhookSignature;
import io.postrider.outbound.delivery.Backlog;
import io.postrider.schemas.Attempt;
import io.postrider.schemas.Delivery;
import io.postrider.testkit.claims.Verifies;
import io.postrider.testkit.http.ReceivedRequest;
import io.postrider.testkit.http.StubResponse;
import io.postrider.webhooks.endpoints.EndpointSecrets;
import java.nio.charset.StandardCharsets;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a receiver gets of a delivery. */
class WebhookChannelTest extends ChannelToReceiver {

    @Test
    @Verifies("webhook-signatures")
    void theIdOfTheEventIsSentAndSignedWhateverTheAttemptAndTheEndpoint() throws Exception {
        WebhookChannel attempts = attempts();
        Delivery first = Samples.delivery(1, Samples.endpointId(1), Samples.START);
        Delivery elsewhere = of(first, Samples.deliveryId(2), Samples.endpointId(2), false);
        Delivery test = of(first, Samples.deliveryId(3), Samples.endpointId(2), true);

        attempts.attempt(first, endpoint(1), 1);
        attempts.attempt(first, endpoint(1), 2);
        attempts.attempt(elsewhere, endpoint(2), 1);
        attempts.attempt(test, endpoint(2), 1);

        assertThat(receiver.awaitRequests(4, Duration.ofSeconds(30)))
                .allSatisfy(request -> isOf(request, first.eventId()));
    }

    @Test
    void anEndpointThatAnotherNodeKnowsAlreadyIsWaitedFor() {
        WebhookEndpoint unheard = Samples.endpoint(1, true);
        latest = () -> endpoints.put(unheard);

        assertThat(attempts().receiver(unheard.id())).contains(unheard);
    }

    @Test
    void aDiscardedDeliveryIsExhaustedWithItsReasonAndNotSent() throws Exception {
        Delivery delivery = Samples.delivery(1, Samples.endpointId(1), Samples.START);

        attempts().discard(delivery, 3, Backlog.FULL);

        worker.submit(() -> {}).get();
        Attempt end = ATTEMPTS.decode(logged.history().getLast().value());
        assertThat(end.outcome()).isEqualTo(Attempt.EXHAUSTED);
        assertThat(end.error()).isEqualTo("backlog_full");
        assertThat(end.number()).isEqualTo(3);
        assertThat(receiver.requests()).isEmpty();
        assertThat(meters.get("postrider.deliveries").counter().count()).isEqualTo(1);
        assertThat(meters.find("postrider.attempts").counters()).isEmpty();
        assertThat(meters.get("postrider.attempt.duration").timer().count()).isZero();
    }

    @Test
    void anAcknowledgedDeliveryCountsAsOneThatEndedAndNotAsAnAttempt() {
        Delivery delivery = Samples.delivery(1, Samples.endpointId(1), Samples.START);

        attempts().ended(acknowledgement(delivery));

        assertThat(
                        meters.get("postrider.deliveries")
                                .tags("channel", "webhooks", "state", "acknowledged")
                                .counter()
                                .count())
                .isEqualTo(1);
        assertThat(meters.find("postrider.attempts").counters()).isEmpty();
    }

    private static Attempt acknowledgement(Delivery delivery) {
        return new Attempt(
                "att_1",
                delivery.id(),
                delivery.workspace(),
                delivery.endpoint(),
                delivery.eventId(),
                delivery.eventType(),
                0,
                Samples.START,
                0,
                Attempt.ACKNOWLEDGED,
                null,
                null,
                Map.of(),
                Map.of(),
                null,
                false,
                null);
    }

    @Test
    @Verifies("event-rights")
    void whatWasFannedOutBeforeAKeyThatReadsLessMovedTheEndpointIsNotSent() throws Exception {
        Delivery delivery = Samples.delivery(1, Samples.endpointId(1), Samples.START);
        WebhookChannel attempts = attempts();

        attempts.attempt(delivery, with(endpoint(1), "readScopes", List.of("messages:read")), 1);
        attempts.attempt(delivery, endpoint(1), 2);

        assertThat(receiver.awaitRequests(1, Duration.ofSeconds(30))).hasSize(1);
        worker.submit(() -> {}).get();
        assertThat(logged.history())
                .anySatisfy(record ->
                        assertThat(ATTEMPTS.decode(record.value()).error())
                                .isEqualTo("scope_missing"));
    }

    @Test
    @Verifies("event-rights")
    void aRunThatWasFannedOutBeforeTheEndpointWasMovedGoesToReadersOfItsEvent() throws Exception {
        Delivery one = Samples.delivery(1, Samples.endpointId(1), Samples.START);
        Delivery run =
                with(
                        with(one, "eventType", "automation.run.succeeded"),
                        "runEventType",
                        "message.received");
        WebhookEndpoint moved = with(endpoint(1), "updatedAt", run.createdAt().plusMillis(1));
        WebhookChannel attempts = attempts();

        attempts.attempt(run, with(moved, "readScopes", List.of("automation.runs:read")), 1);
        attempts.attempt(run, with(moved, "readScopes", List.of("messages:read")), 1);
        assertThat(receiver.requests()).isEmpty();
        attempts.attempt(
                run,
                with(moved, "readScopes", List.of("automation.runs:read", "messages:read")),
                1);

        assertThat(receiver.awaitRequests(1, Duration.ofSeconds(30))).hasSize(1);
        worker.submit(() -> {}).get();
        assertThat(
                        logged.history().stream()
                                .map(record -> ATTEMPTS.decode(record.value()).error())
                                .filter("scope_missing"::equals))
                .hasSize(2);
    }

    @Test
    @Verifies("webhook-headers")
    void headersOfTheWebhookAreSentAndMaskedInTheAttempt() throws Exception {
        Delivery delivery = Samples.delivery(1, Samples.endpointId(1), Samples.START);
        receiver.answerBy(request ->
                StubResponse.status(500, Map.of(), "sent: " + request.header("x-key").orElse("")));

        attempts().attempt(delivery, withHeader(endpoint(1), "planted-value"), 1);

        await().untilAsserted(() -> assertThat(logged.history()).hasSize(1));
        assertThat(receiver.requests().getFirst().header("x-key")).hasValue("planted-value");
        Attempt attempt = ATTEMPTS.decode(logged.history().getFirst().value());
        assertThat(attempt.requestHeaders()).containsEntry("x-key", "***");
        assertThat(attempt.toString()).contains("sent: ***").doesNotContain("planted");
    }

    @Test
    void aWebhookThatWasCreatedAgainReceivesNothingFromBeforeItsDeletion() throws Exception {
        Delivery delivery = Samples.delivery(1, Samples.endpointId(1), Samples.START);
        WebhookEndpoint again = with(endpoint(1), "createdAt", Samples.START.plusSeconds(11));

        attempts().attempt(delivery, again, 2);

        await().untilAsserted(() -> assertThat(logged.history()).hasSize(1));
        Attempt end = ATTEMPTS.decode(logged.history().getFirst().value());
        assertThat(end.outcome()).isEqualTo(Attempt.EXHAUSTED);
        assertThat(end.error()).isEqualTo("webhook_deleted");
        assertThat(receiver.requests()).isEmpty();
    }

    @Test
    @Verifies("webhook-signatures")
    void whatIsSignedIsSentInAnyFormat() throws Exception {
        Delivery delivery =
                with(
                        Samples.delivery(1, Samples.endpointId(1), Samples.START),
                        "headers",
                        Map.of("content-type", "application/cloudevents+json", "ce-id", "evt_1"));

        attempts().attempt(delivery, endpoint(1), 1);

        ReceivedRequest request = receiver.awaitRequests(1, Duration.ofSeconds(30)).getFirst();
        isOf(request, delivery.eventId());
        assertThat(request.body()).isEqualTo(delivery.body());
        assertThat(request.header("content-type")).hasValue("application/cloudevents+json");
        assertThat(request.header("ce-id")).hasValue("evt_1");
    }

    @Test
    @Verifies("webhook-signatures")
    void aWebhookSignsWithTheKeysOfItsSecretsToo() throws Exception {
        Delivery delivery = Samples.delivery(1, Samples.endpointId(1), Samples.START);
        WebhookEndpoint plain = endpoint(1);
        SigningKey newest = key(plain);
        SigningKey former = key(plain);
        String sealed = plain.secrets().getFirst().ciphertext();
        WebhookEndpoint signing =
                with(
                        with(
                                plain,
                                "options",
                                with(WebhookOptions.NONE, "signature", WebhookSignature.V1A)),
                        "secrets",
                        List.of(
                                new EndpointSecret(sealed, newest, NOW, null),
                                new EndpointSecret(sealed, former, NOW, NOW.plusMillis(1)),
                                new EndpointSecret(sealed, key(plain), NOW, NOW)));

        attempts().attempt(delivery, signing, 1);

        ReceivedRequest request = receiver.awaitRequests(1, Duration.ofSeconds(30)).getFirst();
        List<String> signatures =
                List.of(request.header("webhook-signature").orElseThrow().split(" "));
        assertThat(signatures.stream().map(each -> each.substring(0, each.indexOf(','))))
                .containsExactly("v1", "v1", "v1a", "v1a");
        String signed = delivery.eventId() + "." + NOW.getEpochSecond() + ".";
        assertThat(isBy(newest, signatures.get(2), signed, request.body())).isTrue();
        assertThat(isBy(former, signatures.get(3), signed, request.body())).isTrue();
        assertThat(isBy(former, signatures.get(2), signed, request.body())).isFalse();
    }

    private SigningKey key(WebhookEndpoint endpoint) {
        return new EndpointSecrets(secrets)
                .newKey(endpoint.workspace(), endpoint.id())
                .orElseThrow();
    }

    private static boolean isBy(SigningKey key, String text, String prefix, byte[] body)
            throws Exception {
        byte[] raw = Base64.getDecoder().decode(key.publicKey().substring("whpk_".length()));
        byte[] header = HexFormat.of().parseHex("302a300506032b6570032100");
        byte[] encoded = Arrays.copyOf(header, header.length + raw.length);
        System.arraycopy(raw, 0, encoded, header.length, raw.length);
        Signature signature = Signature.getInstance("Ed25519");
        signature.initVerify(
                KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(encoded)));
        signature.update(prefix.getBytes(StandardCharsets.UTF_8));
        signature.update(body);
        return signature.verify(Base64.getDecoder().decode(text.substring("v1a,".length())));
    }

    private WebhookEndpoint withHeader(WebhookEndpoint endpoint, String value) {
        String sealed =
                secrets.seal(
                                endpoint.workspace(),
                                WebhookOptions.headerPurpose(endpoint.id(), "x-key"),
                                value)
                        .orElseThrow();
        return with(
                endpoint, "options", with(WebhookOptions.NONE, "headers", Map.of("x-key", sealed)));
    }

    private static Delivery of(Delivery other, String id, String endpoint, boolean test) {
        return new Delivery(
                id,
                other.workspace(),
                endpoint,
                other.eventId(),
                other.eventType(),
                other.createdAt(),
                other.body(),
                test);
    }
}
