package io.postrider.platform.kafka;

import io.postrider.platform.settings.Settings;
import io.postrider.platform.settings.Settings.SettingException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.common.config.SslConfigs;
import org.springframework.boot.autoconfigure.ssl.JksSslBundleProperties;
import org.springframework.boot.autoconfigure.ssl.PemSslBundleProperties;
import org.springframework.boot.autoconfigure.ssl.PropertiesSslBundle;
import org.springframework.boot.autoconfigure.ssl.SslProperties;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.boot.kafka.autoconfigure.SslBundleSslEngineFactory;
import org.springframework.boot.ssl.SslBundle;

/** Reads the properties that Spring Boot defines for all Kafka clients, with the SSL bundle that they name. */
final class SpringKafkaProperties {

    static final String PREFIX = "spring.kafka";

    private static final List<String> GROUPS = List.of("ssl.", "sasl.");
    private static final String BUNDLE = PREFIX + ".ssl.bundle";

    /** Of the others Postrider sets the properties of clients, or none are read. */
    private static final Pattern READ =
            Pattern.compile("spring(?:ssl|kafka(?:bootstrapservers|properties|security|ssl)).*");

    private SpringKafkaProperties() {}

    /**
     * The properties in Kafka's names; not those of TLS or SASL if another source has some of the same.
     *
     * @param others the properties of other sources
     * @throws SettingException for the first one that cannot be used
     */
    static Map<String, Object> read(Settings settings, Set<String> others) {
        Map<String, Object> all = new TreeMap<>();
        if (settings.others().isEmpty()) {
            return all;
        }
        requireRead(settings);
        KafkaProperties spring = settings.bind(PREFIX, KafkaProperties.class);
        requireAllowed(spring.getProperties().keySet());
        try {
            all.putAll(spring.buildAdminProperties());
        } catch (RuntimeException e) {
            throw new SettingException(PREFIX + ".ssl", "properties", firstLine(e));
        }
        all.remove(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG);
        String bundle = spring.getSsl().getBundle();
        if (bundle != null) {
            all.put(
                    SslConfigs.SSL_ENGINE_FACTORY_CLASS_CONFIG,
                    SslBundleSslEngineFactory.class.getName());
            all.put(SslBundle.class.getName(), bundle(settings, bundle));
        }
        for (String group : GROUPS) {
            if (others.stream().anyMatch(name -> name.startsWith(group))) {
                all.keySet().removeIf(name -> name.startsWith(group));
            }
        }
        if (!all.containsKey(SslConfigs.SSL_ENGINE_FACTORY_CLASS_CONFIG)) {
            all.remove(SslBundle.class.getName());
        }
        return all;
    }

    private static void requireRead(Settings settings) {
        settings.others().stream()
                .filter(name ->
                        !READ.matcher(name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", ""))
                                .matches())
                .sorted()
                .findFirst()
                .ifPresent(name -> {
                    throw new SettingException(
                            name,
                            "not read",
                            "bootstrap-servers, security, ssl or properties of " + PREFIX);
                });
    }

    private static void requireAllowed(Set<String> names) {
        new TreeSet<>(names)
                .stream()
                        .filter(name -> !ClientPropertiesReader.isAllowed(name))
                        .findFirst()
                        .ifPresent(name -> {
                            throw new SettingException(
                                    PREFIX + ".properties", name, ClientPropertiesReader.ALLOWED);
                        });
    }

    private static SslBundle bundle(Settings settings, String name) {
        SslProperties.Bundles all = settings.bind("spring.ssl", SslProperties.class).getBundle();
        PemSslBundleProperties pem = all.getPem().get(name);
        JksSslBundleProperties jks = all.getJks().get(name);
        try {
            SslBundle bundle;
            if (pem != null) {
                bundle = PropertiesSslBundle.get(pem);
            } else if (jks != null) {
                bundle = PropertiesSslBundle.get(jks);
            } else {
                throw new SettingException(
                        BUNDLE, name, "the name of a bundle in spring.ssl.bundle.pem or .jks");
            }
            var _ = bundle.createSslContext();
            return bundle;
        } catch (SettingException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new SettingException(
                    BUNDLE, name, "certificates and keys that can be read; " + firstLine(e));
        }
    }

    private static String firstLine(RuntimeException e) {
        return Stream.<Throwable>iterate(e, next -> next != null, Throwable::getCause)
                .reduce((_, last) -> last)
                .map(root ->
                        Objects.requireNonNullElse(
                                root.getMessage(), root.getClass().getSimpleName()))
                .orElse("")
                .lines()
                .findFirst()
                .orElse("");
    }
}
