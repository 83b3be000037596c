package io.postrider.platform.traces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.platform.settings.Settings;
import io.postrider.platform.settings.Settings.SettingException;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TraceSettingsTest {

    private static final String ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT";
    private static final String COLLECTOR = "http://localhost:4318";

    @Test
    void thereAreNoTracesWithoutAnEndpoint() {
        assertThat(settings(Map.of()).isOn()).isFalse();
        assertThat(settings(Map.of("OTEL_TRACES_SAMPLER", "sometimes")).isOn()).isFalse();
        assertThat(settings(Map.of(ENDPOINT, " ")).isOn()).isFalse();
        assertThat(open(Map.of()).isOn()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"OTEL_SDK_DISABLED, true", "OTEL_TRACES_EXPORTER, none"})
    void aVariableTurnsThemOff(String name, String value) {
        assertThat(settings(Map.of(ENDPOINT, COLLECTOR, name, value)).isOn()).isFalse();
    }

    @Test
    void anEndpointTurnsThemOn() {
        try (Traces traces = open(Map.of(ENDPOINT, COLLECTOR))) {
            assertThat(traces.isOn()).isTrue();
        }
        try (Traces traces =
                open(Map.of("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", COLLECTOR + "/v1/traces"))) {
            assertThat(traces.isOn()).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "OTEL_EXPORTER_OTLP_ENDPOINT, localhost:4318",
        "OTEL_EXPORTER_OTLP_ENDPOINT, ftp://localhost",
        "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, collector",
        "OTEL_EXPORTER_OTLP_PROTOCOL, grpc",
        "OTEL_TRACES_EXPORTER, zipkin",
        "OTEL_TRACES_SAMPLER, sometimes",
        "OTEL_TRACES_SAMPLER_ARG, 1.5",
        "OTEL_TRACES_SAMPLER_ARG, half",
        "OTEL_BSP_SCHEDULE_DELAY, soon",
        "OTEL_EXPORTER_OTLP_TIMEOUT, soon",
        "OTEL_EXPORTER_OTLP_COMPRESSION, zip",
        "OTEL_PROPAGATORS, smoke",
        "OTEL_BSP_SCHEDULE_DELAY, -1",
        "OTEL_BSP_MAX_QUEUE_SIZE, -1",
        "OTEL_BSP_MAX_QUEUE_SIZE, 2000000000",
        "OTEL_BSP_MAX_EXPORT_BATCH_SIZE, 0",
        "OTEL_BSP_EXPORT_TIMEOUT, -1",
        "OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT, -1",
        "OTEL_EXPORTER_OTLP_CERTIFICATE, /none.pem",
    })
    void aValueThatCannotBeUsedIsNamed(String name, String value) {
        Map<String, String> all = new HashMap<>(Map.of(ENDPOINT, COLLECTOR));
        all.put(name, value);

        assertThatThrownBy(() -> settings(all))
                .isInstanceOf(SettingException.class)
                .hasMessageStartingWith(name + ": " + value)
                .hasMessageNotContaining("\n");
    }

    @Test
    void ofTwoThatCannotBeUsedOneIsNamed() {
        assertThatThrownBy(() ->
                        settings(
                                Map.of(
                                        ENDPOINT,
                                        COLLECTOR,
                                        "OTEL_BSP_MAX_QUEUE_SIZE",
                                        "-1",
                                        "OTEL_SPAN_LINK_COUNT_LIMIT",
                                        "-1")))
                .isInstanceOf(SettingException.class)
                .hasMessageStartingWith("OTEL_SPAN_LINK_COUNT_LIMIT: -1");
    }

    @Test
    void theMessageDoesNotShowAUser() {
        Map<String, String> all = Map.of(ENDPOINT, "http://user:password@localhost");

        assertThatThrownBy(() -> open(all))
                .isInstanceOf(SettingException.class)
                .hasMessageStartingWith(ENDPOINT + ": http://…@localhost");
    }

    @Test
    void theMessageDoesNotShowHeaders() {
        assertThatThrownBy(() ->
                        open(
                                Map.of(
                                        ENDPOINT,
                                        COLLECTOR,
                                        "OTEL_EXPORTER_OTLP_HEADERS",
                                        "api-key secret")))
                .isInstanceOf(SettingException.class)
                .hasMessageStartingWith("OTEL_EXPORTER_OTLP_HEADERS: ")
                .hasMessageNotContaining("secret");
    }

    private static TraceSettings settings(Map<String, String> environment) {
        return TraceSettings.from(Settings.from(environment));
    }

    private static Traces open(Map<String, String> environment) {
        return settings(environment).open("1", "node", InstantSource.system());
    }
}
