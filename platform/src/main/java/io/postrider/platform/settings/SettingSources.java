package io.postrider.platform.settings;

import io.postrider.platform.settings.Settings.SettingException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.springframework.boot.DefaultApplicationArguments;
import org.springframework.boot.context.config.ConfigDataEnvironmentPostProcessor;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.SimpleCommandLinePropertySource;
import org.springframework.core.env.StandardEnvironment;

/**
 * Reads settings from the sources of Spring Boot in its order: arguments {@code --name=value}, system properties, environment
 * variables, and the files {@code application.properties} and {@code application.yaml}.
 */
public final class SettingSources {

    /** What Postrider itself reads. */
    private static final Pattern OURS = Pattern.compile("(?i)postrider[._-].+");

    /** What a client of Kafka reads. */
    private static final Pattern OF_KAFKA =
            Pattern.compile("(?:spring\\.(?:kafka|ssl)\\.|SPRING_(?:KAFKA|SSL)_).+");

    /** The mark of UTF-8 as text in ISO 8859-1. */
    private static final String BYTE_ORDER_MARK = "\u00EF\u00BB\u00BF";

    private SettingSources() {}

    /**
     * The settings under the names that the operator wrote; of several sources of a setting, the first one.
     *
     * @param arguments of the command line
     * @throws SettingException if a file cannot be read, or begins with a byte order mark
     */
    public static Map<String, String> read(String... arguments) {
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new SimpleCommandLinePropertySource(arguments));
        try {
            ConfigDataEnvironmentPostProcessor.applyTo(environment);
            return flat(environment);
        } catch (SettingException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new SettingException(
                    "spring.config",
                    firstLine(e),
                    "application.properties and application.yaml that can be read");
        }
    }

    private static Map<String, String> flat(StandardEnvironment environment) {
        Map<String, Map.Entry<String, String>> first = new LinkedHashMap<>();
        for (PropertySource<?> source : environment.getPropertySources()) {
            if (source instanceof EnumerablePropertySource<?> names) {
                for (String name : names.getPropertyNames()) {
                    requireNoMark(source, name);
                    value(environment, source, name)
                            .ifPresent(value ->
                                    first.putIfAbsent(unified(name), Map.entry(name, value)));
                }
            }
        }
        Map<String, String> all = new LinkedHashMap<>();
        first.values().forEach(entry -> all.put(entry.getKey(), entry.getValue()));
        return all;
    }

    /** Spring reads properties in ISO 8859-1: the mark would be part of the first name, which would be unknown. */
    private static void requireNoMark(PropertySource<?> source, String name) {
        if (name.startsWith(BYTE_ORDER_MARK)) {
            throw new SettingException(
                    "spring.config",
                    source.getName(),
                    "a file without a byte order mark at its start");
        }
    }

    /** Empty for a name of another program, an empty variable, and placeholders without a value. */
    private static Optional<String> value(
            StandardEnvironment environment, PropertySource<?> source, String name) {
        boolean read = isOurs(name) || isOfKafka(name) || isOfTraces(name);
        Object value = read ? source.getProperty(name) : null;
        if (value == null) {
            return Optional.empty();
        }
        String text = value.toString();
        boolean variable =
                source.getName()
                        .equals(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME);
        if (variable) {
            return Optional.of(text).filter(set -> !set.isEmpty());
        }
        return Optional.of(environment.resolvePlaceholders(text))
                .filter(resolved -> !resolved.isBlank() || text.isBlank());
    }

    /** Whether Spring Boot defines the name for Kafka clients or their SSL bundles. */
    static boolean isOfKafka(String name) {
        return OF_KAFKA.matcher(name).matches();
    }

    /** Whether OpenTelemetry defines the name. */
    static boolean isOfTraces(String name) {
        return name.startsWith("OTEL_");
    }

    static boolean isOurs(String name) {
        return OURS.matcher(name).matches();
    }

    /** The same settings with another value of one, however it was written. */
    public static Map<String, String> replaced(
            Map<String, String> written, String name, String value) {
        Map<String, String> all = without(written, name);
        all.put(name, value);
        return all;
    }

    /** The same settings without those that Spring Boot defines for Kafka clients. */
    public static Map<String, String> withoutSpringKafka(Map<String, String> written) {
        Map<String, String> all = new LinkedHashMap<>(written);
        all.keySet().removeIf(SettingSources::isOfKafka);
        return all;
    }

    /** The same settings without some, however they were written. */
    public static Map<String, String> without(Map<String, String> written, String... names) {
        Set<String> removed =
                Arrays.stream(names).map(SettingSources::unified).collect(Collectors.toSet());
        Map<String, String> all = new LinkedHashMap<>(written);
        all.keySet().removeIf(other -> removed.contains(unified(other)));
        return all;
    }

    /** One text for all spellings of a setting, which have one dot at most; other programs decide on theirs. */
    private static String unified(String name) {
        return isOurs(name)
                ? name.toLowerCase(Locale.ROOT)
                        .replaceFirst("[._]", "")
                        .replaceAll("[^a-z0-9.]", "")
                : name;
    }

    /** The arguments that are no settings. */
    public static List<String> words(String... arguments) {
        return new DefaultApplicationArguments(arguments).getNonOptionArgs();
    }

    private static String firstLine(Throwable e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse(e.toString());
    }
}
