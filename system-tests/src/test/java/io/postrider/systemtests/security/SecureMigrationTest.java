package io.postrider.systemtests.security;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.systemtests.BuiltTree;
import io.postrider.systemtests.Ports;
import io.postrider.systemtests.PostriderProcess;
import io.postrider.systemtests.security.SecureBroker.Listener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An installation moves into a cluster that authenticates its clients, with the documented permissions. */
@Tag("servers")
class SecureMigrationTest {

    @TempDir private Path folder;

    private record Run(int code, List<String> lines) {}

    @Test
    void theTargetHasPropertiesOfItsOwn() throws Exception {
        try (TokenIssuer issuer = TokenIssuer.start();
                SecureBroker broker = SecureBroker.start(made("broker"), issuer);
                PostriderProcess postrider =
                        PostriderProcess.startQuick(made("product"), Map.of())) {
            broker.admin().createAcls(DocumentedPermissions.read()).all().get(30, TimeUnit.SECONDS);
            ClientFiles files = new ClientFiles(broker, issuer);
            Path properties = Files.writeString(folder.resolve("target"), files.of(Listener.SCRAM));
            create(postrider, "before");
            postrider.stop();

            refuses(postrider, broker, files);
            Run moved = migrate(postrider, broker, properties);

            assertThat(moved.code()).as("%s", moved.lines()).isZero();
            assertThat(moved.lines())
                    .last()
                    .asString()
                    .startsWith("complete")
                    .contains("POSTRIDER_KAFKA_PROPERTIES=" + properties);
            postrider.change(
                    Map.of(
                            "POSTRIDER_KAFKA_BOOTSTRAP", broker.address(Listener.SCRAM),
                            "POSTRIDER_KAFKA_PROPERTIES", properties.toString(),
                            "POSTRIDER_REPLICATION", "1"));
            postrider.startAgain();
            assertThat(postrider.visit("before")).isEqualTo(302);
            create(postrider, "after");
        }
    }

    private void refuses(PostriderProcess postrider, SecureBroker broker, ClientFiles files)
            throws Exception {
        Path wrong = Files.writeString(folder.resolve("wrong"), files.scram("guess"));
        assertThat(migrate(postrider, broker, wrong).lines())
                .singleElement()
                .asString()
                .startsWith("postrider: Kafka at " + broker.address(Listener.SCRAM))
                .contains("sasl.jaas.config");

        Path plain = Files.writeString(folder.resolve("plain"), "security.protocol=PLAINTEXT");
        assertThat(migrate(postrider, broker, plain).lines())
                .singleElement()
                .asString()
                .contains("uses SASL_SSL and not PLAINTEXT");

        assertThat(migrate(postrider, broker, folder.resolve("none")).lines())
                .singleElement()
                .asString()
                .startsWith("postrider: --to-properties: ");
    }

    /** The variables of the source apply to no client of the target. */
    private static Run migrate(PostriderProcess postrider, SecureBroker broker, Path properties)
            throws Exception {
        ProcessBuilder command =
                BuiltTree.command(
                        "migrate",
                        "--to",
                        broker.address(Listener.SCRAM),
                        "--to-properties",
                        properties.toString());
        command.environment()
                .putAll(
                        Map.of(
                                "POSTRIDER_PORT", Integer.toString(Ports.free(0, 1_012, 1_013)),
                                "POSTRIDER_DATA_DIR", postrider.dataFolder().toString(),
                                "POSTRIDER_KAFKA_SECURITY_PROTOCOL", "SSL",
                                "POSTRIDER_PARTITIONS", "2",
                                "POSTRIDER_REPLICATION", "1"));
        Process process = command.start();
        List<String> lines =
                new String(process.getInputStream().readAllBytes(), UTF_8).lines().toList();
        return new Run(process.waitFor(), lines);
    }

    private static void create(PostriderProcess postrider, String slug) throws Exception {
        var response =
                postrider.post(
                        "/api/v1/links",
                        "{\"url\":\"https://example.com/\",\"slug\":\"" + slug + "\"}");
        assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
    }

    private Path made(String name) throws IOException {
        return Files.createDirectory(folder.resolve(name));
    }
}
