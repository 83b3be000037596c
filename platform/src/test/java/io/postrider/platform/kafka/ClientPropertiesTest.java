package io.postrider.platform.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.testkit.claims.Verifies;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.junit.jupiter.api.Test;

class ClientPropertiesTest {

    private static final KafkaSettings LOG =
            KafkaSettings.single("127.0.0.1:1", Durability.FSYNC, "n1")
                    .withClient(ClientProperties.scram("postrider", "hush"));

    @Test
    @Verifies("broker-access")
    void everyClientShowsIt() {
        for (Map<String, Object> client :
                List.of(Connections.to(LOG), LOG.withPartitions(3).adminConfig("test"))) {
            assertThat(client)
                    .containsEntry("security.protocol", "SASL_PLAINTEXT")
                    .containsEntry("sasl.mechanism", "SCRAM-SHA-256");
            assertThat(new AdminClientConfig(client).getPassword("sasl.jaas.config").value())
                    .contains("username=\"postrider\" password=\"hush\"");
        }
    }

    @Test
    void noTextHasTheSecret() {
        assertThat(
                        Stream.of(LOG, LOG.client(), Connections.to(LOG), LOG.adminConfig("test"))
                                .map(Object::toString))
                .noneMatch(text -> text.contains("hush"));
    }

    @Test
    void aFileForStockClientsHasIt() {
        Properties file = LOG.client().plain();

        assertThat(file.getProperty("sasl.jaas.config"))
                .contains("username=\"postrider\" password=\"hush\"");
    }

    @Test
    void brokersThatTakeAnyClientAreShownNothing() {
        assertThat(Connections.to(LOG.withClient(ClientProperties.NONE)))
                .doesNotContainKeys("security.protocol", "sasl.mechanism", "sasl.jaas.config");
    }
}
