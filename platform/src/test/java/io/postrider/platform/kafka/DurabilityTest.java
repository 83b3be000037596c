package io.postrider.platform.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.platform.settings.Settings.SettingException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurabilityTest {

    @ParameterizedTest
    @EnumSource
    void everyLabelReadsBack(Durability durability) {
        assertThat(Durability.parse(durability.label())).isEqualTo(durability);
    }

    @Test
    void theLabelsAreTheDocumentedOnes() {
        assertThat(Durability.parse("fsync")).isEqualTo(Durability.FSYNC);
        assertThat(Durability.parse(" Replicated ")).isEqualTo(Durability.REPLICATED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "none", "fsync,replicated", "0"})
    void anythingElseIsRefusedWithTheChoices(String value) {
        assertThatThrownBy(() -> Durability.parse(value))
                .isInstanceOf(SettingException.class)
                .hasMessageContaining("POSTRIDER_DURABILITY")
                .hasMessageContaining(value)
                .hasMessageContaining("fsync or replicated");
    }
}
