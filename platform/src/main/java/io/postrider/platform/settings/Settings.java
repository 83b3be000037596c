package io.postrider.platform.settings;

import io.postrider.platform.files.TextFile;
import io.postrider.schemas.NamePrefix;
import java.io.IOException;
import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings of a process, each with two names: an environment variable in capitals behind {@code POSTRIDER_}, and a property
 * behind {@code postrider.}. Code and messages use the variable; {@link #worded} restores the name that the operator wrote.
 */
public final class Settings {

    /** The variable of the public port. */
    public static final String PORT = "POSTRIDER_PORT";

    /** The variable of the data folder. */
    public static final String DATA_DIR = "POSTRIDER_DATA_DIR";

    /** The variable of the prefix of all names in Kafka. */
    public static final String KAFKA_PREFIX = "POSTRIDER_KAFKA_PREFIX";

    private static final String BOOTSTRAP = "POSTRIDER_KAFKA_BOOTSTRAP";
    private static final String SPRING_KAFKA = "spring.kafka";
    private static final String SERVERS = ".bootstrap-servers";

    private final SettingBinder binder;
    private final Set<String> others;
    private final Map<String, String> openTelemetry;
    private final List<String> brokers;
    private final Shared shared;
    private final String baseUrl;
    private final String kafkaPrefix;

    private enum Writes {
        FSYNC,
        REPLICATED
    }

    private enum LogLevel {
        ERROR,
        WARN,
        INFO,
        DEBUG
    }

    private enum LogFormat {
        TEXT,
        JSON
    }

    /**
     * The settings that all services share.
     *
     * @param port the public port, on all addresses of the machine
     * @param dataDir the folder of all data that must not be lost, used by one process at a time
     * @param baseUrl the public address
     * @param kafkaBootstrap the bootstrap servers of a Kafka cluster to use instead of the embedded broker
     * @param kafkaPrefix the prefix of all names in Kafka, by which several installations share a cluster
     * @param durability the durability of acknowledged writes
     * @param logLevel the log level: ERROR, WARN, INFO or DEBUG
     * @param logFormat the format of the log
     */
    @ConfigurationProperties(SettingBinder.PREFIX)
    record Shared(
            @DefaultValue("8080") @Between(max = 65_535) int port,
            @DefaultValue("./data") String dataDir,
            @Nullable String baseUrl,
            @Nullable String kafkaBootstrap,
            @DefaultValue("") String kafkaPrefix,
            @DefaultValue("fsync") @Expected("fsync or replicated") Writes durability,
            @DefaultValue("INFO") @Expected("ERROR, WARN, INFO, DEBUG") LogLevel logLevel,
            @DefaultValue("text") @Expected("text or json") LogFormat logFormat) {}

    record Brokers(@Nullable List<String> bootstrapServers) {}

    private Settings(Map<String, String> written) {
        SettingBinder.requireValues(written);
        binder = new SettingBinder(written);
        shared = bind(Shared.class);
        brokers = brokers();
        others =
                written.keySet().stream()
                        .filter(SettingSources::isOfKafka)
                        .collect(Collectors.toUnmodifiableSet());
        openTelemetry =
                written.entrySet().stream()
                        .filter(each -> SettingSources.isOfTraces(each.getKey()))
                        .collect(
                                Collectors.toUnmodifiableMap(
                                        Map.Entry::getKey, Map.Entry::getValue));
        String url = shared.baseUrl();
        baseUrl = checkedBaseUrl(url == null ? "http://localhost:" + shared.port() : url);
        kafkaPrefix = parsed(KAFKA_PREFIX, shared.kafkaPrefix(), NamePrefix::checked);
    }

    /** A setting that has no use as it stands; the message says which and why. */
    public static final class SettingException extends RuntimeException {

        /** The user information of an address. */
        private static final Pattern USER = Pattern.compile("(?<=//)\\S*@");

        private final String name;
        private final String rest;

        public SettingException(String name, String value, String expected) {
            this(name, ": " + value + " (expected: " + expected + ")");
        }

        private SettingException(String name, String rest) {
            super(name + USER.matcher(rest).replaceAll("…@"));
            this.name = name;
            this.rest = rest;
        }

        /** The variable, or the name that the operator wrote. */
        public String name() {
            return name;
        }
    }

    /**
     * Reads settings under the names that the operator wrote.
     *
     * @throws SettingException for the first of the shared settings that cannot be used
     */
    public static Settings from(Map<String, String> written) {
        return new Settings(written);
    }

    /** The same message with the name that the operator wrote. */
    public static SettingException worded(Map<String, String> written, SettingException e) {
        return e.name().startsWith("POSTRIDER_")
                ? new SettingException(new SettingBinder(written).written(e.name()), e.rest)
                : e;
    }

    /** The public port. */
    public int port() {
        return shared.port();
    }

    /** The data folder of this process. */
    public Path dataDir() {
        return parsed(DATA_DIR, shared.dataDir(), Path::of);
    }

    /** The public address, without a slash at the end. */
    public String baseUrl() {
        return baseUrl;
    }

    /** The Kafka cluster; null means the embedded broker. */
    public @Nullable String bootstrap() {
        String ours = shared.kafkaBootstrap();
        return ours != null || brokers.isEmpty() ? ours : String.join(",", brokers);
    }

    /** The name of the setting of the Kafka cluster. */
    public String bootstrapName() {
        return shared.kafkaBootstrap() == null && !brokers.isEmpty()
                ? SPRING_KAFKA + SERVERS
                : BOOTSTRAP;
    }

    /** The prefix of all names in Kafka; empty for none. */
    public String kafkaPrefix() {
        return kafkaPrefix;
    }

    /** The names that the operator wrote for settings of Spring Boot. */
    public Set<String> others() {
        return others;
    }

    /** The variables that OpenTelemetry defines, by name. */
    public Map<String, String> openTelemetry() {
        return openTelemetry;
    }

    /** Whether a response survives a power cut of every machine at once. */
    public boolean fsync() {
        return shared.durability() == Writes.FSYNC;
    }

    /** The log level. */
    public String logLevel() {
        return shared.logLevel().name();
    }

    /** The format of the log, as the name of an appender. */
    public String logFormat() {
        return shared.logFormat().name().toLowerCase(Locale.ROOT);
    }

    /** The host of the public address: the default short domain. */
    public String defaultDomain() {
        return URI.create(baseUrl).getHost().toLowerCase(Locale.ROOT);
    }

    /**
     * A setting in the form that its reader gives it.
     *
     * @param read refuses a text with an IllegalArgumentException whose message says why
     * @throws SettingException if it does
     */
    public static <T> T parsed(String name, String text, Function<String, T> read) {
        try {
            return read.apply(text);
        } catch (IllegalArgumentException e) {
            throw new SettingException(name, text, String.valueOf(e.getMessage()));
        }
    }

    /**
     * A record of settings behind {@code postrider.}.
     *
     * @throws SettingException for the first value that cannot be used
     */
    public <T> T bind(Class<T> type) {
        return binder.bind(SettingBinder.PREFIX, type);
    }

    /**
     * A class of settings of Spring Boot.
     *
     * @throws SettingException for the first value that cannot be used, or property that the class does not have
     */
    public <T> T bind(String prefix, Class<T> type) {
        return binder.bindAll(prefix, type);
    }

    /** Whether a start reads the setting of a variable under a name. */
    public static boolean isName(String name, String variable) {
        return new SettingBinder(Map.of(name, "set")).text(variable).isPresent();
    }

    /** The setting of a variable as text. */
    public Optional<String> text(String name) {
        return binder.text(name);
    }

    /**
     * A secret: the setting, or the content of the file that the setting with {@code _FILE} at its end names.
     *
     * @throws SettingException if both are set, or the file cannot be read or is empty
     */
    public Optional<String> secret(String name) {
        String fileName = name + "_FILE";
        Optional<String> file = text(fileName);
        if (file.isEmpty()) {
            return text(name);
        }
        if (text(name).isPresent()) {
            throw new SettingException(fileName, file.get(), "unset, because " + name + " is set");
        }
        try {
            return Optional.of(TextFile.read(Path.of(file.get())).strip())
                    .filter(text -> !text.isEmpty())
                    .or(() -> {
                        throw new SettingException(
                                fileName, file.get(), "a file that is not empty");
                    });
        } catch (IOException | InvalidPathException e) {
            throw new SettingException(fileName, file.get(), "a file that can be read");
        }
    }

    private List<String> brokers() {
        List<String> servers = binder.bind(SPRING_KAFKA, Brokers.class).bootstrapServers();
        if (servers == null) {
            return List.of();
        }
        if (servers.isEmpty()) {
            throw new SettingException(
                    SPRING_KAFKA + SERVERS, "blank", "host:port, or no such setting");
        }
        return servers;
    }

    private static String checkedBaseUrl(String text) {
        String url = text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
        if (HttpUrl.parseBase(url).filter(uri -> uri.getRawPath().isEmpty()).isPresent()) {
            return url;
        }
        throw new SettingException("POSTRIDER_BASE_URL", text, "http(s)://host[:port]");
    }
}
