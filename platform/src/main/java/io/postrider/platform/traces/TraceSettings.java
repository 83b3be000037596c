package io.postrider.platform.traces;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.spi.ConfigurationException;
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
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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
    private static final Pattern PROPERTY = Pattern.compile("otel(\\.[a-z][a-z0-9]*)+");

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
        return new TraceSettings(all);
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
        if (!isOn()) {
            return Traces.off();
        }
        try {
            OpenTelemetrySdk sdk =
                    AutoConfiguredOpenTelemetrySdk.builder()
                            .disableShutdownHook()
                            .addPropertiesCustomizer(_ -> properties())
                            .addSamplerCustomizer((own, _) -> new UntrustedParentSampler(own))
                            .addResourceCustomizer(
                                    (given, _) -> resource(version, node).merge(given))
                            .build()
                            .getOpenTelemetrySdk();
            return Traces.of(sdk, clock);
        } catch (ConfigurationException | IllegalArgumentException e) {
            throw unusable(e);
        }
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

    /** The variable whose property the message names. */
    private SettingException unusable(RuntimeException failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        String message = failure.getMessage() + ": " + cause.getMessage();
        Matcher property = PROPERTY.matcher(message);
        while (property.find()) {
            String name = property.group().toUpperCase(Locale.ROOT).replace('.', '_');
            String given = variables.get(name);
            if (given != null) {
                boolean secret = name.endsWith(HEADERS);
                return new SettingException(
                        name,
                        secret ? "…" : given,
                        secret ? "name=value, separated by commas" : message);
            }
        }
        return new SettingException(ENDPOINT, variables.getOrDefault(ENDPOINT, "…"), message);
    }
}
