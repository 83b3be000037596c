package io.postrider.platform.traces;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.internal.AutoConfigureUtil;
import io.opentelemetry.sdk.autoconfigure.spi.ConfigurationException;
import io.opentelemetry.sdk.autoconfigure.spi.internal.DefaultConfigProperties;
import io.opentelemetry.sdk.resources.Resource;
import io.postrider.platform.settings.HttpUrl;
import io.postrider.platform.settings.Settings;
import io.postrider.platform.settings.Settings.SettingException;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.logging.Logger;

/**
 * The settings of the export of traces, which have the names and the meaning that OpenTelemetry defines. Without an endpoint there
 * are no traces.
 *
 * @param variables all {@code OTEL_} variables that are set; empty without traces
 */
public record TraceSettings(Map<String, String> variables) {

    private static final String ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT";
    private static final String TRACES_ENDPOINT = "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT";
    private static final String SAMPLER = "OTEL_TRACES_SAMPLER";
    private static final String SAMPLER_ARG = "OTEL_TRACES_SAMPLER_ARG";
    private static final String HEADERS = "_HEADERS";
    private static final String SERVICE = "postrider";

    /** The parent of the loggers of OpenTelemetry, which would not be kept otherwise. */
    private static final Logger SDK = Logger.getLogger("io.opentelemetry");

    private static final List<String> SAMPLERS =
            List.of(
                    "always_on",
                    "always_off",
                    "traceidratio",
                    "parentbased_always_on",
                    "parentbased_always_off",
                    "parentbased_traceidratio");

    /** What Postrider can send. Its exporter sends protocol buffers, over HTTP. */
    private static final Map<String, Set<String>> ONLY =
            Map.of(
                    "OTEL_TRACES_EXPORTER", Set.of("otlp", "none"),
                    "OTEL_EXPORTER_OTLP_COMPRESSION", Set.of("none", "gzip"),
                    "OTEL_EXPORTER_OTLP_TRACES_COMPRESSION", Set.of("none", "gzip"),
                    "OTEL_EXPORTER_OTLP_PROTOCOL", Set.of("http/protobuf"),
                    "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", Set.of("http/protobuf"));

    public TraceSettings {
        variables = Map.copyOf(variables);
    }

    /**
     * Reads the variables.
     *
     * @throws SettingException for the first that cannot be used
     */
    public static TraceSettings from(Settings settings) {
        Map<String, String> all = new HashMap<>();
        settings.openTelemetry()
                .forEach((name, value) -> {
                    if (!value.isBlank()) {
                        all.put(name, value.strip());
                    }
                });
        if (isOff(all)) {
            return new TraceSettings(Map.of());
        }
        for (String name : List.of(ENDPOINT, TRACES_ENDPOINT)) {
            Optional.ofNullable(all.get(name)).ifPresent(text -> requireUrl(name, text));
        }
        ONLY.forEach((name, known) -> {
            String given = all.get(name);
            if (given != null && !known.contains(given)) {
                throw new SettingException(name, given, String.join(" or ", sorted(known)));
            }
        });
        requireSampler(all);
        TraceSettings read = new TraceSettings(all);
        // Only the SDK knows all variables. It logs what its exceptions say.
        SDK.setUseParentHandlers(false);
        read.sdk("", SERVICE).close();
        return read;
    }

    private static List<String> sorted(Set<String> known) {
        return known.stream().sorted(Comparator.reverseOrder()).toList();
    }

    private static boolean isOff(Map<String, String> all) {
        return (!all.containsKey(ENDPOINT) && !all.containsKey(TRACES_ENDPOINT))
                || "none".equals(all.get("OTEL_TRACES_EXPORTER"))
                || "true".equalsIgnoreCase(all.get("OTEL_SDK_DISABLED"));
    }

    private static void requireUrl(String name, String text) {
        if (HttpUrl.parse(text).isPresent()) {
            return;
        }
        throw new SettingException(name, text, "http(s)://host[:port][/path]");
    }

    private static void requireSampler(Map<String, String> all) {
        String sampler = all.getOrDefault(SAMPLER, "parentbased_always_on");
        if (!SAMPLERS.contains(sampler)) {
            throw new SettingException(SAMPLER, sampler, String.join(", ", SAMPLERS));
        }
        String ratio = all.get(SAMPLER_ARG);
        if (ratio != null && !isRatio(ratio)) {
            throw new SettingException(SAMPLER_ARG, ratio, "a number from 0 to 1");
        }
    }

    private static boolean isRatio(String text) {
        try {
            double ratio = Double.parseDouble(text);
            return ratio >= 0 && ratio <= 1;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    /** Whether spans are to be exported. */
    public boolean isOn() {
        return !variables.isEmpty();
    }

    /**
     * Begins to export.
     *
     * @param version of the process
     * @param node name of the process
     * @throws SettingException if a variable cannot be used
     */
    public Traces open(String version, String node, InstantSource clock) {
        return isOn() ? Traces.of(sdk(version, node), clock) : Traces.off();
    }

    private OpenTelemetrySdk sdk(String version, String node) {
        try {
            return build(version, node);
        } catch (ConfigurationException | IllegalArgumentException e) {
            throw unusable(e);
        }
    }

    /** The SDK would read the environment besides, and with it the variable that is left out to find the mistake. */
    private OpenTelemetrySdk build(String version, String node) {
        return AutoConfigureUtil.setConfigPropertiesCustomizer(
                        AutoConfiguredOpenTelemetrySdk.builder(),
                        _ -> DefaultConfigProperties.createFromMap(properties()))
                .disableShutdownHook()
                .addSamplerCustomizer((own, _) -> new UntrustedParentSampler(own))
                .addResourceCustomizer((given, _) -> resource(version, node).merge(given))
                .build()
                .getOpenTelemetrySdk();
    }

    private Map<String, String> properties() {
        Map<String, String> all = new HashMap<>();
        all.put("otel.service.name", SERVICE);
        all.put("otel.exporter.otlp.protocol", "http/protobuf");
        variables.forEach((name, value) -> all.put(property(name), value));
        // Metrics are scraped, and logs are written to standard error.
        all.put("otel.metrics.exporter", "none");
        all.put("otel.logs.exporter", "none");
        return all;
    }

    private static Resource resource(String version, String node) {
        return Resource.create(
                Attributes.of(
                        AttributeKey.stringKey("service.version"), version,
                        AttributeKey.stringKey("service.instance.id"), node));
    }

    private static String property(String variable) {
        return variable.toLowerCase(Locale.ROOT).replace('_', '.');
    }

    /** Names the variable without which the others can be used: not every message of the SDK does. */
    private SettingException unusable(RuntimeException failure) {
        Map<String, String> rest = new TreeMap<>(variables);
        RuntimeException reason = failure;
        for (String name : List.copyOf(rest.keySet())) {
            rest.remove(name);
            try {
                new TraceSettings(rest).build("", SERVICE).close();
                return unusable(name, reason);
            } catch (ConfigurationException | IllegalArgumentException e) {
                reason = e;
            }
        }
        return unusable(ENDPOINT, failure);
    }

    private SettingException unusable(String name, RuntimeException failure) {
        return name.endsWith(HEADERS)
                ? new SettingException(name, "…", "name=value, separated by commas")
                : new SettingException(name, variables.getOrDefault(name, "…"), reason(failure));
    }

    private static String reason(RuntimeException failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        String outer = String.valueOf(failure.getMessage());
        String inner = String.valueOf(cause.getMessage());
        return outer.contains(inner) ? outer : outer + ": " + inner;
    }
}
