package io.postrider.dispatch.delivery;

import static io.postrider.dispatch.delivery.Samples.START;
import static io.postrider.dispatch.delivery.Samples.deliveryId;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.dispatch.endpoints.KnownEndpoints;
import io.postrider.domain.webhooks.WebhookEndpoint;
import io.postrider.schemas.Attempt;
import io.postrider.schemas.Delivery;
import io.postrider.schemas.LockedSchemaIds;
import io.postrider.schemas.Topics;
import io.postrider.schemas.ValueCodec;
import io.postrider.testkit.claims.Verifies;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeliveryProcessorTest {

    private static final LockedSchemaIds IDS = LockedSchemaIds.shipped();

    private final KnownEndpoints endpoints = new KnownEndpoints();
    private final List<String> started = new ArrayList<>();
    private final List<String> gone = new ArrayList<>();
    private final ValueCodec<Attempt> attempts = ValueCodec.attempts(IDS);
    private Instant now = START;
    private Runnable latest = () -> {};

    @TempDir Path folder;
    private TopologyTestDriver driver;
    private TestInputTopic<byte[], byte[]> deliveryTopic;
    private TestInputTopic<byte[], byte[]> attemptTopic;

    @BeforeEach
    void open() {
        driver = start();
        deliveryTopic = input(Topics.DELIVERIES.name());
        attemptTopic = input(Topics.ATTEMPTS.name());
    }

    @AfterEach
    void close() {
        driver.close();
    }

    @Test
    void aDeliveryIsAttemptedAtOnceAndDoneWhenItsOutcomeIsReadBack() {
        String endpoint = endpoint(1, true);

        queue(delivery(1, endpoint));
        assertThat(started).containsExactly(deliveryId(1) + "#1");

        settle(1, endpoint, 1, Attempt.DELIVERED, null);
        later(Duration.ofMinutes(10));
        assertThat(started).containsExactly(deliveryId(1) + "#1");
    }

    @Test
    void aFailedAttemptIsFollowedByAnotherWhenThatIsDueAndNotBefore() {
        String endpoint = endpoint(1, true);
        queue(delivery(1, endpoint));

        settle(1, endpoint, 1, Attempt.RETRY, now.plusSeconds(5));
        later(Duration.ofSeconds(4));
        assertThat(started).hasSize(1);

        later(Duration.ofSeconds(2));
        assertThat(started).containsExactly(deliveryId(1) + "#1", deliveryId(1) + "#2");
    }

    @Test
    void aDeliveryThatIsReadTwiceIsAttemptedOnceEvenAfterItIsDone() {
        String endpoint = endpoint(1, true);
        queue(delivery(1, endpoint));
        queue(delivery(1, endpoint));
        settle(1, endpoint, 1, Attempt.DELIVERED, null);

        queue(delivery(1, endpoint));
        later(Duration.ofSeconds(1));

        assertThat(started).containsExactly(deliveryId(1) + "#1");
    }

    @Test
    void anOutcomeThatIsReadTwiceChangesNothingTheSecondTime() {
        String endpoint = endpoint(1, true);
        queue(delivery(1, endpoint));
        settle(1, endpoint, 1, Attempt.RETRY, now.plusSeconds(5));

        settle(1, endpoint, 1, Attempt.RETRY, now.plusSeconds(5));
        later(Duration.ofSeconds(6));

        assertThat(started).containsExactly(deliveryId(1) + "#1", deliveryId(1) + "#2");
    }

    @Test
    void aDisabledEndpointsDeliveriesAreHeldUntilItIsEnabled() {
        String endpoint = endpoint(1, false);
        queue(delivery(1, endpoint));
        later(Duration.ofMinutes(10));
        assertThat(started).isEmpty();

        endpoint(1, true);
        later(Duration.ofSeconds(1));
        assertThat(started).containsExactly(deliveryId(1) + "#1");
    }

    @Test
    void aDeletedEndpointsDeliveriesAreForgotten() {
        String endpoint = endpoint(1, false);
        queue(delivery(1, endpoint));
        endpoints.clear();

        later(Duration.ofSeconds(1));
        endpoint(1, true);
        later(Duration.ofSeconds(1));

        assertThat(started).isEmpty();
    }

    @Test
    void anEndpointThatAnotherNodeKnowsAlreadyIsWaitedFor() {
        String endpoint = endpoint(1, true);
        WebhookEndpoint unheard = endpoints.byId(endpoint).orElseThrow();
        endpoints.clear();
        latest = () -> endpoints.put(unheard);

        queue(delivery(1, endpoint));

        assertThat(started).containsExactly(deliveryId(1) + "#1");
    }

    @Test
    @Verifies("slow-receiver")
    void oneEndpointThatNeverAnswersHoldsUpNoOther() {
        String stuck = endpoint(1, true);
        String healthy = endpoint(2, true);
        for (int i = 0; i < 500; i++) {
            queue(delivery(i, stuck));
        }

        queue(delivery(1_000, healthy));

        assertThat(started).contains(deliveryId(1_000) + "#1").hasSize(17);
    }

    @Test
    @Verifies("webhook-retries")
    void aReceiverThatIsGoneIsReported() {
        String endpoint = endpoint(1, true);
        queue(delivery(1, endpoint));

        settle(1, endpoint, 1, Attempt.GONE, null);

        assertThat(gone).containsExactly(endpoint);
    }

    @Test
    void recordsThatNobodyCanReadArePassedOver() {
        String endpoint = endpoint(1, true);
        deliveryTopic.pipeInput(new byte[] {1}, new byte[] {9, 9});
        attemptTopic.pipeInput(new byte[] {1}, new byte[0]);

        queue(delivery(1, endpoint));

        assertThat(started).containsExactly(deliveryId(1) + "#1");
    }

    private TopologyTestDriver start() {
        Topology topology = new Topology();
        DeliveryParts.addTo(
                topology,
                endpoints,
                () -> latest.run(),
                (delivery, _, number) -> started.add(delivery.id() + "#" + number),
                (_, endpoint) -> gone.add(endpoint),
                IDS,
                () -> now);
        Properties properties = new Properties();
        properties.put(StreamsConfig.STATE_DIR_CONFIG, folder.toString());
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "test");
        properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
        return new TopologyTestDriver(topology, properties, START);
    }

    private TestInputTopic<byte[], byte[]> input(String topic) {
        return driver.createInputTopic(topic, new ByteArraySerializer(), new ByteArraySerializer());
    }

    private void later(Duration time) {
        now = now.plus(time);
        driver.advanceWallClockTime(time);
    }

    private void queue(Delivery delivery) {
        deliveryTopic.pipeInput(ascii(delivery.endpoint()), Samples.DELIVERIES.encode(delivery));
    }

    private void settle(
            int n, String endpoint, int number, String outcome, @Nullable Instant next) {
        Attempt attempt = Samples.attempt(delivery(n, endpoint), number, now, outcome, next);
        attemptTopic.pipeInput(ascii(endpoint), attempts.encode(attempt));
    }

    private String endpoint(int n, boolean enabled) {
        endpoints.put(Samples.endpoint(n, enabled));
        return Samples.endpointId(n);
    }

    private static Delivery delivery(int n, String endpoint) {
        return Samples.delivery(n, endpoint, START);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
