package io.postrider.standalone.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.standalone.doctor.Result.Status;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SettingChecksTest {

    @Test
    void withoutMistakesAStartIsKnown() {
        SettingChecks checks =
                new SettingChecks(Map.of("POSTRIDER_PORT", "8190", "PATH", "/bin"), "all");

        assertThat(checks.results())
                .singleElement()
                .satisfies(result -> assertThat(result.status()).isEqualTo(Status.OK));
        assertThat(checks.preflight()).isPresent();
    }

    @Test
    void everyWrongValueIsReportedInTheWordsOfAStart() {
        SettingChecks checks =
                new SettingChecks(
                        Map.of(
                                "POSTRIDER_PORT", "abc",
                                "POSTRIDER_PARTITIONS", "0",
                                "POSTRIDER_MANAGEMENT_PORT", "on",
                                "POSTRIDER_NODE_BIND", "here",
                                "POSTRIDER_NODE_ADDRESS", "localhost:8191"),
                        "all");

        assertThat(checks.results()).extracting(Result::status).containsOnly(Status.FAIL);
        assertThat(details(checks))
                .hasSize(4)
                .contains("POSTRIDER_PORT: abc (expected: a whole number from 1 to 65535)")
                .anyMatch(detail -> detail.startsWith("POSTRIDER_PARTITIONS: 0 "))
                .anyMatch(detail -> detail.startsWith("POSTRIDER_MANAGEMENT_PORT: on "))
                .anyMatch(detail -> detail.startsWith("POSTRIDER_NODE_BIND: here "));
        assertThat(checks.preflight()).isEmpty();
    }

    @Test
    void afterAMissingVariableTheOthersAreReadToo() {
        SettingChecks checks =
                new SettingChecks(
                        Map.of(
                                "POSTRIDER_OIDC_ISSUER", "https://id.example",
                                "POSTRIDER_STORE_CACHE_MB", "much"),
                        "all");

        assertThat(details(checks))
                .hasSize(2)
                .anyMatch(detail -> detail.startsWith("POSTRIDER_OIDC_CLIENT_ID"))
                .anyMatch(detail -> detail.startsWith("POSTRIDER_STORE_CACHE_MB: much "));
    }

    @Test
    void aTypoAndAnUnknownPropertyFailAndAnotherVariableWarns() {
        SettingChecks checks =
                new SettingChecks(
                        Map.of(
                                "POSTRIDER_DURABILTY", "replicated",
                                "POSTRIDER_SERVICE_HOST", "10.0.0.1",
                                "postrider.color", "red"),
                        "all");

        assertThat(checks.results())
                .containsExactly(
                        Result.fail(
                                "settings",
                                "POSTRIDER_DURABILTY is unknown and has no effect",
                                "set POSTRIDER_DURABILITY instead"),
                        Result.warn(
                                "settings",
                                "POSTRIDER_SERVICE_HOST is unknown and has no effect",
                                "unset it"),
                        Result.fail("settings", "postrider.color is unknown", "unset it"));
        assertThat(checks.preflight()).isPresent();
    }

    private static List<String> details(SettingChecks checks) {
        return checks.results().stream().map(Result::detail).toList();
    }
}
