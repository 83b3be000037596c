package io.postrider.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.postrider.outbound.egress.OwnAddresses;
import io.postrider.outbound.egress.TargetCheck;
import io.postrider.outbound.egress.TargetPolicy;
import io.postrider.platform.nodes.NodeAddress;
import io.postrider.platform.settings.Settings;
import io.postrider.platform.settings.Settings.SettingException;
import io.postrider.testkit.claims.Verifies;
import java.net.InetAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.util.unit.DataSize;

class ServiceSettingsTest {

    @Test
    void oneProcessWithEverythingNeedsNoSetting() {
        ServiceSettings settings = read(Map.of(), ProcessRole.ALL);

        assertThat(settings.address()).isEmpty();
        assertThat(settings.projections()).isEmpty();
        assertThat(settings.firstRun()).isTrue();
        assertThat(settings.links().privateTargets()).isFalse();
    }

    @Test
    void storesUseTheConfiguredMemory() {
        assertThat(read(Map.of(), ProcessRole.ALL).stores())
                .isEqualTo(new StoreSettings(DataSize.ofMegabytes(96), Duration.ofMillis(100)));
        assertThat(
                        read(
                                        Map.of(
                                                "POSTRIDER_STORE_CACHE_MB",
                                                "1",
                                                "POSTRIDER_COMMIT_INTERVAL_MS",
                                                "1000"),
                                        ProcessRole.ALL)
                                .stores())
                .isEqualTo(new StoreSettings(DataSize.ofMegabytes(1), Duration.ofSeconds(1)));
    }

    @Test
    void anEdgeWithoutReadModelsRequiresTheirAddress() {
        assertThatExceptionOfType(SettingException.class)
                .isThrownBy(() -> read(Map.of(), ProcessRole.COMMAND_API))
                .withMessageContaining("POSTRIDER_PROJECTIONS");

        assertThat(
                        read(Map.of("POSTRIDER_PROJECTIONS", "a:1, b:2"), ProcessRole.COMMAND_API)
                                .projections())
                .extracting(NodeAddress::toString)
                .containsExactly("a:1", "b:2");
    }

    @ParameterizedTest
    @CsvSource({
        "POSTRIDER_EGRESS_ALLOW, 10.0.0.0/33",
        "POSTRIDER_NODE_ADDRESS, nowhere",
        "POSTRIDER_EVENT_LOOPS, 0",
        "POSTRIDER_NODE_ID, a b",
        "POSTRIDER_SCHEMA_REGISTRY, registry:8080",
        "POSTRIDER_SCHEMA_REGISTRY, http://registry:abc",
        "POSTRIDER_PROJECTIONS, nowhere",
        "POSTRIDER_PRIVATE_LINK_TARGETS, perhaps",
        "POSTRIDER_MODEL_TIMEOUT_SECONDS, 601",
        "POSTRIDER_MODEL_CALLS_MAX, 0",
        "POSTRIDER_HEAD_TIMEOUT_SECONDS, 76",
        "POSTRIDER_STORE_CACHE_MB, 0",
        "POSTRIDER_COMMIT_INTERVAL_MS, 19",
        "POSTRIDER_COMMIT_INTERVAL_MS, 1001",
        "POSTRIDER_FIRST_RUN, maybe"
    })
    void aMistakeIsNamedWhateverTheRole(String name, String value) {
        for (ProcessRole role : ProcessRole.values()) {
            assertThatExceptionOfType(SettingException.class)
                    .as("%s", role)
                    .isThrownBy(() -> read(with(name, value), role))
                    .withMessageStartingWith(name + ": " + value);
        }
    }

    @Test
    void aNodeIsCalledByItsAddressUnlessItHasAName() {
        Map<String, String> address = Map.of("POSTRIDER_NODE_ADDRESS", "edge-1:8090");

        assertThat(read(Map.of(), ProcessRole.ALL).nodeId()).isEqualTo("standalone");
        assertThat(read(address, ProcessRole.ALL).nodeId()).isEqualTo("edge-1");
        assertThatExceptionOfType(SettingException.class)
                .isThrownBy(
                        () -> read(Map.of("POSTRIDER_NODE_ADDRESS", "[::1]:8090"), ProcessRole.ALL))
                .withMessageStartingWith("POSTRIDER_NODE_ID: [::1]");
    }

    @ParameterizedTest
    @EnumSource(names = "COMMAND_API", mode = EnumSource.Mode.EXCLUDE)
    void otherRolesNeedNoSettingEither(ProcessRole role) {
        assertThat(read(Map.of(), role).projections()).isEmpty();
        assertThat(read(Map.of("POSTRIDER_FIRST_RUN", "never"), role).firstRun()).isFalse();
    }

    @Test
    @Verifies("own-addresses")
    void thisMachinesOwnPublicAddressIsNoTargetUnlessItIsOpened() throws Exception {
        InetAddress own = InetAddress.getByName("8.8.4.4");

        assertThat(calls(Map.of(), () -> Set.of(own)).check("https://8.8.4.4:8090/"))
                .isInstanceOf(TargetCheck.Refused.class);
        assertThat(calls(Map.of(), () -> Set.of(own)).check("https://8.8.8.8/"))
                .isInstanceOf(TargetCheck.Accepted.class);
        assertThat(
                        calls(Map.of("POSTRIDER_EGRESS_ALLOW", "8.8.4.4/32"), () -> Set.of(own))
                                .check("https://8.8.4.4:8090/"))
                .isInstanceOf(TargetCheck.Accepted.class);
    }

    private static TargetPolicy calls(
            Map<String, String> environment, OwnAddresses.Source interfaces) {
        return TargetPolicy.forCalls(
                ServiceSettings.from(Settings.from(environment), ProcessRole.ALL, interfaces)
                        .egress());
    }

    private static Map<String, String> with(String name, String value) {
        Map<String, String> environment = new HashMap<>(Map.of("POSTRIDER_PROJECTIONS", "a:1"));
        environment.put(name, value);
        return environment;
    }

    private static ServiceSettings read(Map<String, String> environment, ProcessRole role) {
        return ServiceSettings.from(Settings.from(environment), role);
    }
}
