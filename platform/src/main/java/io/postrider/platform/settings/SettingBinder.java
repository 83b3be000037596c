package io.postrider.platform.settings;

import io.postrider.platform.settings.Settings.SettingException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.AbstractBindHandler;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.PlaceholdersResolver;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.UnboundElementsSourceFilter;
import org.springframework.boot.convert.DataSizeUnit;
import org.springframework.boot.convert.DurationUnit;
import org.springframework.boot.origin.PropertySourceOrigin;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.util.unit.DataSize;

/** Finds settings by their variables, however their names are written, and binds records to them. */
final class SettingBinder {

    static final String PREFIX = "postrider";

    private static final Pattern VARIABLE = Pattern.compile("[A-Z0-9_]+");

    private final List<ConfigurationPropertySource> sources;
    private final Binder binder;

    /** @param written settings under the names that the operator wrote */
    SettingBinder(Map<String, String> written) {
        sources =
                Stream.<PropertySource<?>>of(
                                new MapPropertySource(
                                        "properties",
                                        set(written, name -> !VARIABLE.matcher(name).matches())),
                                new SystemEnvironmentPropertySource(
                                        StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                                        set(written, name -> VARIABLE.matcher(name).matches())))
                        .map(source ->
                                Objects.requireNonNull(ConfigurationPropertySource.from(source)))
                        .toList();
        binder = new Binder(sources, PlaceholdersResolver.NONE);
    }

    private static Map<String, Object> set(Map<String, String> written, Predicate<String> names) {
        return written.entrySet().stream()
                .filter(entry -> names.test(entry.getKey()) && isSet(entry))
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** An empty variable is none. A property of Kafka may be blank: it turns the check of host names off. */
    private static boolean isSet(Map.Entry<String, String> entry) {
        return !entry.getValue().isEmpty() || !VARIABLE.matcher(entry.getKey()).matches();
    }

    /**
     * Requires that each setting of Postrider has a value.
     *
     * @throws SettingException for one that is blank
     */
    static void requireValues(Map<String, String> written) {
        written.entrySet().stream()
                .filter(entry -> SettingSources.isOurs(entry.getKey()) && isSet(entry))
                .filter(entry -> entry.getValue().isBlank())
                .findFirst()
                .ifPresent(entry -> {
                    throw new SettingException(
                            entry.getKey(), "blank", "a value, or no such setting");
                });
    }

    /** The setting of a variable. */
    Optional<String> text(String variable) {
        return property(variable).map(found -> found.getValue().toString());
    }

    /** The name that the operator wrote for the setting of a variable. */
    String written(String variable) {
        return property(variable)
                .map(ConfigurationProperty::getOrigin)
                .map(origin -> ((PropertySourceOrigin) origin).getPropertyName())
                .orElse(variable);
    }

    private Optional<ConfigurationProperty> property(String variable) {
        ConfigurationPropertyName name =
                ConfigurationPropertyName.of(
                        PREFIX
                                + "."
                                + variable.substring(PREFIX.length() + 1)
                                        .toLowerCase(Locale.ROOT)
                                        .replace('_', '-'));
        return sources.stream()
                .map(source -> source.getConfigurationProperty(name))
                .filter(Objects::nonNull)
                .findFirst();
    }

    /**
     * A record of settings.
     *
     * @throws SettingException for the first value that cannot be used
     */
    <T> T bind(String prefix, Class<T> type) {
        return bind(prefix, type, new RangeCheck());
    }

    /**
     * A class of settings that has every property behind a prefix.
     *
     * @throws SettingException for the first value that cannot be used, or property that the class does not have
     */
    <T> T bindAll(String prefix, Class<T> type) {
        // A variable has several spellings, of which only one is seen as read.
        return bind(
                prefix,
                type,
                new NoUnboundElementsBindHandler(
                        new RangeCheck(), new UnboundElementsSourceFilter()));
    }

    private <T> T bind(String prefix, Class<T> type, BindHandler handler) {
        try {
            return binder.bindOrCreate(prefix, Bindable.of(type), handler);
        } catch (BindException e) {
            throw exception(e);
        }
    }

    private static SettingException exception(BindException e) {
        Throwable cause = e;
        for (Throwable next = e; next != null; next = next.getCause()) {
            if (next instanceof SettingException known) {
                return known;
            }
            if (next instanceof UnboundConfigurationPropertiesException unread) {
                return new SettingException(
                        unread.getUnboundProperties().iterator().next().getName().toString(),
                        "not read",
                        "a property of Spring Boot");
            }
            cause = next;
        }
        return exception(e.getName(), e.getProperty(), e.getTarget(), cause);
    }

    private static SettingException exception(
            ConfigurationPropertyName name,
            @Nullable ConfigurationProperty property,
            Bindable<?> target,
            @Nullable Throwable cause) {
        Between range = target.getAnnotation(Between.class);
        Expected expected = target.getAnnotation(Expected.class);
        String message = cause == null ? "" : String.valueOf(cause.getMessage());
        if (range != null) {
            message = "a whole number from " + range.min() + " to " + range.max();
        } else if (expected != null) {
            message = expected.value();
        }
        String text = property == null ? "" : property.getValue().toString();
        String variable = name.toString().toUpperCase(Locale.ROOT).replaceAll("[.-]", "_");
        return new SettingException(
                name.toString().startsWith(PREFIX) ? variable : name.toString(),
                text,
                message.lines().findFirst().orElse(""));
    }

    /** Rejects numbers out of their range. */
    private static final class RangeCheck extends AbstractBindHandler {

        @Override
        public @Nullable Object onSuccess(
                ConfigurationPropertyName name,
                Bindable<?> target,
                BindContext context,
                Object result) {
            Between range = target.getAnnotation(Between.class);
            if (range != null) {
                long number = number(target, result);
                if (number < range.min() || number > range.max()) {
                    throw exception(name, context.getConfigurationProperty(), target, null);
                }
            }
            return result;
        }

        private static long number(Bindable<?> target, Object value) {
            return switch (value) {
                case Duration time ->
                        time.dividedBy(
                                Objects.requireNonNull(target.getAnnotation(DurationUnit.class))
                                        .value()
                                        .getDuration());
                case DataSize size ->
                        size.toBytes()
                                / DataSize.of(
                                                1,
                                                Objects.requireNonNull(
                                                                target.getAnnotation(
                                                                        DataSizeUnit.class))
                                                        .value())
                                        .toBytes();
                default -> ((Number) value).longValue();
            };
        }
    }
}
