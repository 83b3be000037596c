package io.postrider.webhooks.delivery;

import static io.postrider.testkit.records.Records.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.postrider.domain.webhooks.WebhookEndpoint;
import io.postrider.domain.webhooks.WebhookEndpoint.EndpointSecret;
import io.postrider.outbound.delivery.KafkaAttemptLog;
import io.postrider.outbound.delivery.RetrySchedule;
import io.postrider.outbound.egress.EgressPolicy;
import io.postrider.outbound.egress.TargetPolicy;
import io.postrider.outbound.egress.WebhookSecret;
import io.postrider.platform.offsets.Partitions;
import io.postrider.platform.secrets.DataKeys;
import io.postrider.platform.secrets.SecretBox;
import io.postrider.platform.secrets.SecretFiles;
import io.postrider.platform.traces.Traces;
import io.postrider.schemas.Attempt;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.LockedSchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import io.postrider.testkit.http.ReceivedRequest;
import io.postrider.testkit.http.RecordingReceiver;
import io.postrider.webhooks.endpoints.EndpointSecrets;
import io.postrider.webhooks.endpoints.KnownEndpoints;
import io.postrider.webhooks.sending.AttemptSender;
import io.postrider.webhooks.sending.AttemptSettings;
import io.postrider.webhooks.sending.StandardWebhooksSigner;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** The channel of webhooks with a receiver of its own, a log in memory, and a clock that stands still. */
abstract class ChannelToReceiver {

    static final LockedSchemaIds IDS = LockedSchemaIds.shipped();
    static final ValueCodec<Attempt> ATTEMPTS = ValueCodec.attempts(IDS);
    static final Instant NOW = Samples.START.plusSeconds(90);

    private static final EgressPolicy LOOPBACK = EgressPolicy.parse("127.0.0.0/8");

    final WebhookSecret secret = WebhookSecret.generate(new SecureRandom());
    final RecordingReceiver receiver = RecordingReceiver.start();
    final ScheduledExecutorService worker = Executors.newSingleThreadScheduledExecutor();
    final KnownEndpoints endpoints = new KnownEndpoints();
    final MockProducer<byte[], byte[]> logged =
            new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());
    volatile Instant now = NOW;
    Runnable latest = () -> {};
    SecretBox secrets;

    private final AttemptSender sender =
            AttemptSender.open(LOOPBACK, AttemptSettings.ofVersion("1.2.3"), () -> now);

    final MeterRegistry meters = new SimpleMeterRegistry();

    @TempDir private Path folder;

    @BeforeEach
    void giveTheWorkspaceADataKey() {
        DataKeys keys = new DataKeys(SecretFiles.open(folder));
        String workspace = Samples.endpoint(1, true).workspace();
        keys.put(workspace, 0, keys.mint(workspace));
        secrets = new SecretBox(keys);
    }

    @AfterEach
    void close() {
        sender.close();
        receiver.close();
        worker.shutdownNow();
    }

    /** Compares the signature of a request with the one of this time and these secrets. */
    static void assertSigned(
            ReceivedRequest request, String event, Instant at, List<WebhookSecret> secrets) {
        assertThat(StandardWebhooksSigner.headers(event, at, request.body(), secrets))
                .allSatisfy(
                        field -> assertThat(request.header(field.name())).hasValue(field.value()));
    }

    void isOf(ReceivedRequest request, String event) {
        assertSigned(request, event, NOW, List.of(secret));
    }

    /** The logged attempts, as soon as there are so many. */
    List<Attempt> awaitLogged(int count) {
        await().untilAsserted(() -> assertThat(logged.history()).hasSize(count));
        return logged.history().stream().map(record -> ATTEMPTS.decode(record.value())).toList();
    }

    String sealed(WebhookEndpoint endpoint, WebhookSecret plain) {
        return secrets.seal(endpoint.workspace(), endpoint.id() + "/secret", plain.reveal())
                .orElseThrow();
    }

    WebhookEndpoint endpoint(int n) {
        WebhookEndpoint plain = Samples.endpoint(n, true);
        EndpointSecret first = new EndpointSecret(sealed(plain, secret), NOW, null);
        return with(with(plain, "url", receiver.url("/hook")), "secrets", List.of(first));
    }

    WebhookChannel attempts() {
        SecureRandom random = new SecureRandom();
        Partitions one = new Partitions(1);
        return new WebhookChannel(
                endpoints,
                () -> latest.run(),
                sender,
                TargetPolicy.forCalls(LOOPBACK),
                new EndpointSecrets(secrets),
                new AttemptRecords(new RetrySchedule(RetrySchedule.STANDARD, random), random),
                new KafkaAttemptLog(Topics.ATTEMPTS, logged, one, IDS, worker, "webhooks", meters),
                new DisableOnGone(logged, one, IDS, () -> now, worker),
                () -> now,
                worker,
                Traces.off());
    }
}
