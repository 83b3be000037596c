package io.postrider.platform.settings;

import io.postrider.platform.settings.Settings.SettingException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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

    private SettingSources() {}

    /**
     * The settings under the names that the operator wrote; of several sources of a setting, the first one.
     *
     * @param arguments of the command line
     * @throws SettingException if a file cannot be read
     */
    public static Map<String, String> read(String... arguments) {
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new SimpleCommandLinePropertySource(arguments));
        try {
            ConfigDataEnvironmentPostProcessor.applyTo(environment);
            return flat(environment);
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
                    String value = value(environment, source, name);
                    if (!value.isBlank()) {
                        first.putIfAbsent(unified(name), Map.entry(name, value));
                    }
                }
            }
        }
        Map<String, String> all = new LinkedHashMap<>();
        first.values().forEach(entry -> all.put(entry.getKey(), entry.getValue()));
        return all;
    }

    /** Blank for a name of another program. A variable is taken as it is. */
    private static String value(
            StandardEnvironment environment, PropertySource<?> source, String name) {
        boolean read = isOurs(name) || isOfKafka(name) || isOfTraces(name);
        Object value = read ? source.getProperty(name) : null;
        if (value == null) {
            return "";
        }
        boolean variable =
                source.getName()
                        .equals(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME);
        return variable ? value.toString() : environment.resolvePlaceholders(value.toString());
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
