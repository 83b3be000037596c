package io.postrider.systemtests.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.systemtests.PostriderProcess;
import io.postrider.systemtests.ReadmeLines;
import io.postrider.systemtests.security.SecureBroker.Listener;
import io.postrider.testkit.http.RecordingReceiver;
import io.postrider.testkit.http.StubResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The product on a broker that authenticates its clients and allows them exactly the documented permissions. Each start uses
 * another way and finds what was written before.
 */
@Tag("servers")
class SecureClusterTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** One way; a round trip takes twice as long. */
    private static final Duration DELAY = Duration.ofMillis(100);

    @TempDir private Path folder;

    @Test
    void writesSurviveAKillWithEachWayOfAuthentication() throws Exception {
        try (TokenIssuer issuer = TokenIssuer.start();
                SecureBroker broker = SecureBroker.start(made("broker"), issuer);
                SlowLink _ = SlowLink.open(broker.slowPort(), broker.port(Listener.SLOW), DELAY)) {
            broker.admin().createAcls(DocumentedPermissions.read()).all().get(30, TimeUnit.SECONDS);
            ClientFiles files = new ClientFiles(broker, issuer);
            try (PostriderProcess postrider =
                    PostriderProcess.start(
                            made("product"), settings(broker, files, Listener.SCRAM))) {
                createAndDeliver(postrider);
                for (Listener next : List.of(Listener.MTLS, Listener.OAUTH, Listener.SLOW)) {
                    postrider.killNine();
                    postrider.change(settings(broker, files, next));
                    postrider.startAgain();
                    assertThat(postrider.visit("first")).isEqualTo(302);
                    create(postrider, next.name().toLowerCase(Locale.ROOT));
                }
                postrider.killNine();
                postrider.change(springSettings(broker));
                postrider.startAgain();
                assertThat(postrider.visit("first")).isEqualTo(302);
                create(postrider, "spring");
                assertNothingDenied(postrider);
            }
        }
    }

    /** @param prefix of all names of the product; the permissions are those for these names */
    @ParameterizedTest
    @CsvSource({"SCRAM, ''", "MTLS, acme.", "OAUTH, ''"})
    void theReadmesLinesWorkAndSurviveAKill(Listener listener, String prefix) throws Exception {
        try (TokenIssuer issuer = TokenIssuer.start();
                SecureBroker broker = SecureBroker.start(made("broker"), issuer)) {
            broker.admin()
                    .createAcls(DocumentedPermissions.read(prefix))
                    .all()
                    .get(30, TimeUnit.SECONDS);
            Map<String, String> settings =
                    settings(broker, new ClientFiles(broker, issuer), listener);
            settings.put("POSTRIDER_KAFKA_PREFIX", prefix);
            Path product = made("product");
            try (PostriderProcess postrider = PostriderProcess.start(product, settings)) {
                ReadmeLines lines = ReadmeLines.on("localhost:" + postrider.port());
                lines.assertPrinted(lines.paste(product));

                postrider.killNine();
                postrider.startAgain();

                assertThat(postrider.visit("hello")).isEqualTo(302);
                create(postrider, "after");
                assertNothingDenied(postrider);
            }
        }
    }

    /** With a webhook, whose attempts and states are other topics and groups. */
    private static void createAndDeliver(PostriderProcess postrider) throws Exception {
        try (RecordingReceiver receiver = RecordingReceiver.start(StubResponse.status(204))) {
            var webhook =
                    postrider.post(
                            "/api/v1/webhooks",
                            "{\"url\":\"%s\",\"event_types\":[\"link.*\"]}"
                                    .formatted(receiver.url("/hook")));
            assertThat(webhook.statusCode()).as(webhook.body()).isEqualTo(201);
            create(postrider, "first");
            assertThat(postrider.visit("first")).isEqualTo(302);
            await().atMost(PATIENCE)
                    .untilAsserted(() ->
                            assertThat(receiver.requests())
                                    .anyMatch(request -> request.text().contains("link.clicked")));
        }
    }

    /** A busy machine may log that a request timed out, which is repeated. */
    private static void assertNothingDenied(PostriderProcess postrider) throws Exception {
        List<String> exceptions = postrider.lines("Exception");
        exceptions.forEach(System.out::println);
        assertThat(exceptions).noneMatch(line -> line.contains("Auth") || line.contains("SSL"));
    }

    private static void create(PostriderProcess postrider, String slug) throws Exception {
        var response =
                postrider.post(
                        "/api/v1/links",
                        "{\"url\":\"https://example.com/\",\"slug\":\"" + slug + "\"}");
        assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
        assertThat(postrider.visit(slug)).isEqualTo(302);
    }

    private Map<String, String> settings(SecureBroker broker, ClientFiles files, Listener listener)
            throws IOException {
        Path file = folder.resolve(listener + ".properties");
        Map<String, String> all = new HashMap<>();
        all.put("POSTRIDER_KAFKA_BOOTSTRAP", broker.address(listener));
        all.put("POSTRIDER_REPLICATION", "1");
        all.put("POSTRIDER_JAVA_OPTS", "-XX:TieredStopAtLevel=1");
        all.put("POSTRIDER_PARTITIONS", "1");
        all.put(
                "POSTRIDER_KAFKA_PROPERTIES",
                Files.writeString(file, files.of(listener)).toString());
        return all;
    }

    /** An SSL bundle of Spring Boot, and no other setting of the cluster. */
    private Map<String, String> springSettings(SecureBroker broker) throws IOException {
        Path file = folder.resolve("application.properties");
        Files.writeString(
                file,
                """
                postrider.replication=1
                postrider.partitions=1
                spring.kafka.bootstrap-servers=%s
                spring.kafka.security.protocol=SSL
                spring.kafka.ssl.bundle=cluster
                spring.kafka.properties.reconnect.backoff.ms=60
                spring.ssl.bundle.pem.cluster.truststore.certificate=file:%s
                spring.ssl.bundle.pem.cluster.keystore.certificate=file:%s
                spring.ssl.bundle.pem.cluster.keystore.private-key=file:%s
                """
                        .formatted(
                                broker.address(Listener.MTLS),
                                broker.certificate(),
                                broker.clientKey(),
                                broker.clientKey()));
        Map<String, String> all = new HashMap<>();
        all.put("POSTRIDER_KAFKA_BOOTSTRAP", "");
        all.put("POSTRIDER_KAFKA_PROPERTIES", "");
        all.put("POSTRIDER_REPLICATION", "");
        all.put("POSTRIDER_PARTITIONS", "");
        all.put(
                "POSTRIDER_JAVA_OPTS",
                "-XX:TieredStopAtLevel=1 -Dspring.config.additional-location=" + file.toUri());
        return all;
    }

    private Path made(String name) throws IOException {
        return Files.createDirectory(folder.resolve(name));
    }
}
