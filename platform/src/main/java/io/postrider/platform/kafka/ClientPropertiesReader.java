package io.postrider.platform.kafka;

import io.postrider.platform.files.TextFile;
import io.postrider.platform.settings.SettingSources;
import io.postrider.platform.settings.Settings;
import io.postrider.platform.settings.Settings.SettingException;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.config.SslConfigs;
import org.apache.kafka.common.config.types.Password;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Reads the properties of Kafka clients: from Spring Boot's, from a file in Kafka's own names, and from one variable each for
 * the usual cases. The latter take precedence.
 */
public final class ClientPropertiesReader {

    static final String FILE = "POSTRIDER_KAFKA_PROPERTIES";
    static final String USERNAME = "POSTRIDER_KAFKA_SASL_USERNAME";
    static final String PASSWORD = "POSTRIDER_KAFKA_SASL_PASSWORD";

    private static final String PROTOCOL = "POSTRIDER_KAFKA_SECURITY_PROTOCOL";
    private static final String MECHANISM = "POSTRIDER_KAFKA_SASL_MECHANISM";
    private static final String TRUSTED = "POSTRIDER_KAFKA_SSL_TRUSTSTORE";
    private static final String OWN_KEY = "POSTRIDER_KAFKA_SSL_KEYSTORE";
    private static final Set<String> WITH_PASSWORD =
            Set.of("PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512");

    /** The message about a property that an installation cannot set. */
    static final String ALLOWED =
            "properties of security and connections; Postrider sets the others";

    private static final String PEM = "PEM";
    private static final Set<String> PREFIXES = Set.of("security.", "ssl.", "sasl.");
    private static final String PROVIDERS = "config.providers";
    private static final Set<String> OF_CONNECTIONS =
            Set.of(
                    CommonClientConfigs.SOCKET_CONNECTION_SETUP_TIMEOUT_MS_CONFIG,
                    CommonClientConfigs.SOCKET_CONNECTION_SETUP_TIMEOUT_MAX_MS_CONFIG,
                    CommonClientConfigs.RECONNECT_BACKOFF_MS_CONFIG,
                    CommonClientConfigs.RECONNECT_BACKOFF_MAX_MS_CONFIG,
                    CommonClientConfigs.RETRY_BACKOFF_MS_CONFIG,
                    CommonClientConfigs.RETRY_BACKOFF_MAX_MS_CONFIG,
                    CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG,
                    CommonClientConfigs.DEFAULT_API_TIMEOUT_MS_CONFIG,
                    CommonClientConfigs.CONNECTIONS_MAX_IDLE_MS_CONFIG,
                    CommonClientConfigs.METADATA_MAX_AGE_CONFIG,
                    CommonClientConfigs.SEND_BUFFER_CONFIG,
                    CommonClientConfigs.RECEIVE_BUFFER_CONFIG,
                    CommonClientConfigs.CLIENT_DNS_LOOKUP_CONFIG);

    /**
     * The names and meanings of the settings, for the metadata; they are read by their variables.
     *
     * @param kafkaProperties a file with properties of the Kafka clients: TLS, SASL, mutual TLS, OAuth, timeouts
     * @param kafkaSecurityProtocol the security.protocol of the clients
     * @param kafkaSaslMechanism the sasl.mechanism of the clients
     * @param kafkaSaslUsername the user of PLAIN and SCRAM
     * @param kafkaSaslPassword the password of the user
     * @param kafkaSaslPasswordFile a file with the password, instead of the previous setting
     * @param kafkaSslTruststore a PEM file of the trusted certificates
     * @param kafkaSslKeystore a PEM file of the private key and its certificates
     */
    @ConfigurationProperties("postrider")
    record Written(
            @Nullable String kafkaProperties,
            @Nullable String kafkaSecurityProtocol,
            @Nullable String kafkaSaslMechanism,
            @Nullable String kafkaSaslUsername,
            @Nullable String kafkaSaslPassword,
            @Nullable String kafkaSaslPasswordFile,
            @Nullable String kafkaSslTruststore,
            @Nullable String kafkaSslKeystore) {}

    private ClientPropertiesReader() {}

    /**
     * The same settings, with a file in place of all properties of Kafka clients.
     *
     * @param written under the names that the operator wrote
     */
    public static Map<String, String> onlyOf(String file, Map<String, String> written) {
        Map<String, String> others =
                SettingSources.without(
                        SettingSources.withoutSpringKafka(written),
                        PROTOCOL,
                        MECHANISM,
                        USERNAME,
                        PASSWORD,
                        PASSWORD + "_FILE",
                        TRUSTED,
                        OWN_KEY);
        return SettingSources.replaced(others, FILE, file);
    }

    /** The variable that sets a property, if there is one. */
    static Optional<String> variable(String property) {
        return switch (property) {
            case CommonClientConfigs.SECURITY_PROTOCOL_CONFIG -> Optional.of(PROTOCOL);
            case SaslConfigs.SASL_MECHANISM -> Optional.of(MECHANISM);
            case SaslConfigs.SASL_JAAS_CONFIG -> Optional.of(PASSWORD);
            case SslConfigs.SSL_TRUSTSTORE_LOCATION_CONFIG -> Optional.of(TRUSTED);
            case SslConfigs.SSL_KEYSTORE_LOCATION_CONFIG -> Optional.of(OWN_KEY);
            default -> Optional.empty();
        };
    }

    /**
     * Reads the properties for the clients of a cluster.
     *
     * @throws SettingException for the first setting that cannot be used
     */
    public static ClientProperties read(Settings settings) {
        Map<String, Object> ours = new TreeMap<>();
        settings.text(FILE).ifPresent(file -> ours.putAll(file(file)));
        Map<String, Object> variables = variables(settings);
        ours.putAll(variables);
        Map<String, Object> all = SpringKafkaProperties.read(settings, ours.keySet());
        all.putAll(ours);
        user(settings, all);
        if (all.isEmpty()) {
            return ClientProperties.NONE;
        }
        Map<String, Object> resolved = resolved(settings, all, variables.keySet());
        OauthEndpoints.allow(resolved);
        return ClientProperties.of(resolved);
    }

    private static Map<String, Object> file(String file) {
        Properties read = new Properties();
        try {
            read.load(new StringReader(TextFile.read(Path.of(file))));
        } catch (IOException | InvalidPathException e) {
            throw new SettingException(FILE, file, "a file that can be read");
        } catch (IllegalArgumentException e) {
            throw new SettingException(
                    FILE, file, "a file of Java properties; " + String.valueOf(e.getMessage()));
        }
        requireAllowed(file, read.stringPropertyNames());
        Map<String, Object> all = new TreeMap<>();
        read.stringPropertyNames().forEach(name -> all.put(name, read.getProperty(name).strip()));
        return all;
    }

    private static void requireAllowed(String file, Set<String> names) {
        String others =
                new TreeSet<>(names)
                        .stream()
                                .filter(name -> !isAllowed(name))
                                .collect(Collectors.joining(", "));
        if (others.isEmpty()) {
            return;
        }
        throw new SettingException(
                FILE,
                file + " contains " + others,
                others.equals(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG)
                        ? "the brokers in POSTRIDER_KAFKA_BOOTSTRAP"
                        : ALLOWED);
    }

    /** Whether an installation can set a property. */
    static boolean isAllowed(String name) {
        return OF_CONNECTIONS.contains(name)
                || name.equals(PROVIDERS)
                || name.startsWith(PROVIDERS + ".")
                || (PREFIXES.stream().anyMatch(name::startsWith)
                        && AdminClientConfig.configNames().contains(name));
    }

    /** Without the values of secrets in any text. */
    private static Object typed(String name, Object value) {
        ConfigDef.ConfigKey key = AdminClientConfig.configDef().configKeys().get(name);
        boolean secret = key != null && key.type == ConfigDef.Type.PASSWORD;
        return secret && value instanceof String text ? new Password(text) : value;
    }

    private static Map<String, Object> variables(Settings settings) {
        Map<String, Object> all = new TreeMap<>();
        settings.text(PROTOCOL)
                .ifPresent(text -> all.put(CommonClientConfigs.SECURITY_PROTOCOL_CONFIG, text));
        settings.text(MECHANISM).ifPresent(text -> all.put(SaslConfigs.SASL_MECHANISM, text));
        settings.text(TRUSTED)
                .ifPresent(text -> {
                    all.put(SslConfigs.SSL_TRUSTSTORE_LOCATION_CONFIG, readable(TRUSTED, text));
                    all.put(SslConfigs.SSL_TRUSTSTORE_TYPE_CONFIG, PEM);
                });
        settings.text(OWN_KEY)
                .ifPresent(text -> {
                    all.put(SslConfigs.SSL_KEYSTORE_LOCATION_CONFIG, readable(OWN_KEY, text));
                    all.put(SslConfigs.SSL_KEYSTORE_TYPE_CONFIG, PEM);
                });
        return all;
    }

    private static String readable(String name, String file) {
        try {
            if (Files.isReadable(Path.of(file))) {
                return file;
            }
        } catch (InvalidPathException _) {
            // The same answer to the operator.
        }
        throw new SettingException(name, file, "a PEM file that can be read");
    }

    private static void user(Settings settings, Map<String, Object> all) {
        Optional<String> name = settings.text(USERNAME);
        Optional<String> password = settings.secret(PASSWORD);
        if (name.isEmpty() && password.isEmpty()) {
            return;
        }
        if (name.isEmpty() || password.isEmpty()) {
            throw new SettingException(
                    name.isEmpty() ? USERNAME : PASSWORD,
                    "missing",
                    "both of " + USERNAME + " and " + PASSWORD);
        }
        String mechanism =
                String.valueOf(all.getOrDefault(SaslConfigs.SASL_MECHANISM, "missing")).strip();
        if (!WITH_PASSWORD.contains(mechanism)) {
            throw new SettingException(
                    MECHANISM,
                    mechanism,
                    String.join(", ", new TreeSet<>(WITH_PASSWORD)) + ", for a user name");
        }
        all.put(
                SaslConfigs.SASL_JAAS_CONFIG,
                new Password(ClientProperties.jaas(mechanism, name.get(), password.get())));
    }

    /**
     * The values as Kafka reads them, with what its configuration providers resolve. Its message names the property.
     */
    private static Map<String, Object> resolved(
            Settings settings, Map<String, Object> all, Set<String> ofVariables) {
        Map<String, Object> client = new TreeMap<>(all);
        client.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, "127.0.0.1:1");
        try {
            AdminClientConfig read = new AdminClientConfig(client);
            ConnectionProperties.require(read);
            LoginProperties.require(read);
            Map<String, Object> values = new TreeMap<>();
            // Kafka ignores blanks around a value when it checks it.
            read.originals()
                    .forEach((name, value) ->
                            values.put(
                                    name,
                                    typed(
                                            name,
                                            value instanceof String text ? text.strip() : value)));
            values.keySet().removeIf(name -> name.startsWith(PROVIDERS));
            values.remove(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG);
            return values;
        } catch (ConfigException e) {
            String message = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
            boolean protocol =
                    ofVariables.contains(CommonClientConfigs.SECURITY_PROTOCOL_CONFIG)
                            && message.contains(CommonClientConfigs.SECURITY_PROTOCOL_CONFIG);
            boolean spring = settings.text(FILE).isEmpty() && !settings.others().isEmpty();
            String name = protocol ? PROTOCOL : spring ? SpringKafkaProperties.PREFIX : FILE;
            throw new SettingException(
                    name,
                    spring ? "properties" : settings.text(name).orElse("unset"),
                    "valid properties; " + message);
        }
    }
}
