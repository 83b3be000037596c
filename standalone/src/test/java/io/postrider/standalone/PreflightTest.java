package io.postrider.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.postrider.platform.settings.Settings.SettingException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PreflightTest {

    @ParameterizedTest
    @CsvSource({
        "POSTRIDER_PORT, POSTRIDER_NODE_ADDRESS, localhost:9700",
        "POSTRIDER_MANAGEMENT_PORT, POSTRIDER_NODE_ADDRESS, localhost:9700",
        "POSTRIDER_KAFKA_PORT, POSTRIDER_NODE_ADDRESS, localhost:9700",
        "POSTRIDER_MANAGEMENT_PORT, POSTRIDER_KAFKA_PORT, 9700",
        "POSTRIDER_PORT, POSTRIDER_SANDBOX_PORT, 9700",
        "POSTRIDER_KAFKA_PORT, POSTRIDER_SANDBOX_PORT, 9700",
    })
    void twoServersNeedTwoPorts(String one, String other, String value) {
        assertThatExceptionOfType(SettingException.class)
                .isThrownBy(() -> Preflight.read(Map.of(one, "9700", other, value), "all"))
                .withMessageMatching(
                        "(%1$s|%2$s): 9700 \\(expected: another port than (%1$s|%2$s)\\)"
                                .formatted(one, other));
    }

    @Test
    void onePortOfTwoAddressesIsTwo() {
        Map<String, String> settings =
                Map.of(
                        "POSTRIDER_MANAGEMENT_PORT", "9700",
                        "POSTRIDER_NODE_ADDRESS", "localhost:9700",
                        "POSTRIDER_NODE_BIND", "127.0.0.2,127.0.0.3");

        assertThat(Preflight.read(settings, "all").ports())
                .filteredOn(port -> port.address().getPort() == 9700)
                .hasSize(3);
    }
}
