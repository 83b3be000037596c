package io.postrider.platform.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.postrider.platform.limits.TenantLimits;
import io.postrider.platform.settings.Settings.SettingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTest {

    @TempDir Path folder;

    @Test
    void eachSettingHasADefault() {
        Settings settings = Settings.from(Map.of());

        assertThat(settings.port()).isEqualTo(8080);
        assertThat(settings.dataDir()).isEqualTo(Path.of("./data"));
        assertThat(settings.baseUrl()).isEqualTo("http://localhost:8080");
        assertThat(settings.bootstrap()).isNull();
        assertThat(settings.kafkaPrefix()).isEmpty();
        assertThat(settings.fsync()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "POSTRIDER_USERS_PER_OWNER",
                "postrider.users-per-owner",
                "postrider.usersPerOwner",
                "postrider.users_per_owner"
            })
    void aSettingIsReadInEverySpelling(String name) {
        Settings settings = Settings.from(Map.of(name, "7"));

        assertThat(settings.bind(TenantLimits.class).usersPerOwner()).isEqualTo(7);
        assertThat(settings.text("POSTRIDER_USERS_PER_OWNER")).contains("7");
    }

    @Test
    void anEmptyVariableIsNone() {
        Settings settings =
                Settings.from(Map.of("POSTRIDER_PORT", "", "SPRING_KAFKA_BOOTSTRAP_SERVERS", ""));

        assertThat(settings.port()).isEqualTo(8080);
        assertThat(settings.bootstrap()).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "POSTRIDER_DATA_DIR, ' '",
        "POSTRIDER_SECRETS_DIR, ' '",
        "postrider.data-dir, ''",
        "postrider.kafka-bootstrap, ''",
        "spring.kafka.bootstrap-servers, ''",
    })
    void anotherBlankValueIsNamed(String name, String value) {
        assertThatExceptionOfType(SettingException.class)
                .isThrownBy(() -> Settings.from(Map.of(name, value)))
                .withMessageStartingWith(name + ": blank (expected: ");
    }

    @Test
    void aSecretIsReadWithoutTheMarkOfItsFile() throws Exception {
        Path file = Files.writeString(folder.resolve("secret"), "\uFEFFhush\n");

        assertThat(
                        Settings.from(Map.of("POSTRIDER_OIDC_CLIENT_SECRET_FILE", file.toString()))
                                .secret("POSTRIDER_OIDC_CLIENT_SECRET"))
                .contains("hush");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "POSTRIDER_PORT | abc | a whole number from 1 to 65535",
                "POSTRIDER_PORT | 0 | a whole number from 1 to 65535",
                "POSTRIDER_PORT | 65536 | a whole number from 1 to 65535",
                "POSTRIDER_PORT | 99999999999 | a whole number from 1 to 65535",
                "postrider.port | abc | a whole number from 1 to 65535",
                "POSTRIDER_DURABILITY | sometimes | fsync or replicated",
                "POSTRIDER_LOG_LEVEL | LOUD | ERROR, WARN, INFO, DEBUG",
                "postrider.logFormat | xml | text or json",
                "postrider.base-url | http://localhost:1?x | http(s)://host[:port]",
                "POSTRIDER_BASE_URL | localhost:8080 | http(s)://host[:port]",
                "postrider.kafka-prefix | a/ | 1 to 64 of A-Z a-z 0-9 . _ -, first a letter or digit, without postrider",
            })
    void theMessageNamesTheSettingAsItIsWritten(String name, String value, String expected) {
        Map<String, String> written = Map.of(name, value);
        SettingException e =
                catchThrowableOfType(SettingException.class, () -> Settings.from(written));

        assertThat(Settings.worded(written, e))
                .hasMessage("%s: %s (expected: %s)", name, value, expected);
        assertThat(Settings.worded(written, e).name()).isEqualTo(name);
    }

    @Test
    void theMessageOmitsThePasswordOfAnAddress() {
        Map<String, String> written = Map.of("POSTRIDER_BASE_URL", "https://ana:hush@example.com");

        assertThatExceptionOfType(SettingException.class)
                .isThrownBy(() -> Settings.from(written))
                .withMessage(
                        "POSTRIDER_BASE_URL: https://…@example.com (expected: http(s)://host[:port])");
    }

    @ParameterizedTest
    @CsvSource({
        "POSTRIDER_WEBHOOKS_PER_WORKSPACE, 1001, 1000",
        "POSTRIDER_OWNER_MEMORY_MB, 0, 1048576",
        "POSTRIDER_OWNER_MEMORY_MB, 1048577, 1048576",
        "POSTRIDER_OWNER_MEMORY_MB, much, 1048576",
    })
    void recordsHaveTheirRanges(String name, String value, int max) {
        Settings settings = Settings.from(Map.of(name, value));

        assertThatExceptionOfType(SettingException.class)
                .isThrownBy(() -> settings.bind(TenantLimits.class))
                .withMessage("%s: %s (expected: a whole number from 1 to %d)", name, value, max);
    }
}
