package io.postrider.platform.settings;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The settings that every service shares, from environment variables of the same name in capitals behind {@code POSTRIDER_}.
 * Services read their own further ones by {@link #text} and {@link #number}.
 *
 * @param port of the public HTTP interface
 * @param dataDir data folder of this process
 * @param baseUrl the public address, without a slash at the end
 * @param bootstrap the Kafka cluster; null means the embedded broker
 * @param fsync whether an answer survives a power cut of every machine at once
 */
public record Settings(
        int port,
        Path dataDir,
        String baseUrl,
        @Nullable String bootstrap,
        boolean fsync,
        Map<String, String> environment) {

    /** The variable of the public port. */
    public static final String PORT = "POSTRIDER_PORT";

    /** The variable of the data folder. */
    public static final String DATA_DIR = "POSTRIDER_DATA_DIR";

    private static final List<String> LOG_LEVELS = List.of("ERROR", "WARN", "INFO", "DEBUG");

    public Settings {
        environment = Map.copyOf(environment);
    }

    /** A setting that has no use as it stands; the message says which and why. */
    public static final class SettingException extends RuntimeException {

        private final String name;

        public SettingException(String name, String value, String expected) {
            super(name + ": " + value + " (expected: " + expected + ")");
            this.name = name;
        }

        /** The variable. */
        public String name() {
            return name;
        }
    }

    /**
     * Reads the environment.
     *
     * @throws SettingException for the first setting that cannot be used
     */
    public static Settings from(Map<String, String> environment) {
        requireLogLevel(environment.getOrDefault("POSTRIDER_LOG_LEVEL", "INFO"));
        requireLogFormat(environment.getOrDefault("POSTRIDER_LOG_FORMAT", "text"));
        int port = number(environment, PORT, 8080, 1, 65_535);
        String baseUrl = environment.getOrDefault("POSTRIDER_BASE_URL", "http://localhost:" + port);
        return new Settings(
                port,
                Path.of(environment.getOrDefault(DATA_DIR, "./data")),
                checkedBaseUrl(baseUrl),
                blankAsNull(environment.get("POSTRIDER_KAFKA_BOOTSTRAP")),
                fsync(environment.getOrDefault("POSTRIDER_DURABILITY", "fsync")),
                environment);
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

    /** A further setting as text. */
    public Optional<String> text(String name) {
        return Optional.ofNullable(blankAsNull(environment.get(name)));
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
            return Optional.of(Files.readString(Path.of(file.get())).strip())
                    .filter(text -> !text.isEmpty())
                    .or(() -> {
                        throw new SettingException(
                                fileName, file.get(), "a file that is not empty");
                    });
        } catch (IOException | InvalidPathException e) {
            throw new SettingException(fileName, file.get(), "a file that can be read");
        }
    }

    /**
     * A further setting as a whole number.
     *
     * @throws SettingException unless it is one from {@code min} to {@code max}
     */
    public int number(String name, int otherwise, int min, int max) {
        return number(environment, name, otherwise, min, max);
    }

    private static int number(
            Map<String, String> environment, String name, int otherwise, int min, int max) {
        String text = blankAsNull(environment.get(name));
        if (text == null) {
            return otherwise;
        }
        try {
            int value = Integer.parseInt(text.strip());
            if (value >= min && value <= max) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Not a number and out of range are one and the same mistake.
        }
        throw new SettingException(name, text, "a whole number from " + min + " to " + max);
    }

    private static boolean fsync(String text) {
        return switch (text) {
            case "fsync" -> true;
            case "replicated" -> false;
            default ->
                    throw new SettingException("POSTRIDER_DURABILITY", text, "fsync or replicated");
        };
    }

    /** Only checked: the logging has read it already, and treats an unknown level as DEBUG. */
    private static void requireLogLevel(String text) {
        if (!LOG_LEVELS.contains(text.toUpperCase(Locale.ROOT))) {
            throw new SettingException("POSTRIDER_LOG_LEVEL", text, String.join(", ", LOG_LEVELS));
        }
    }

    /** Only checked: an unknown format would log nothing. */
    private static void requireLogFormat(String text) {
        if (!text.equals("text") && !text.equals("json")) {
            throw new SettingException("POSTRIDER_LOG_FORMAT", text, "text or json");
        }
    }

    private static String checkedBaseUrl(String text) {
        String url = text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
        try {
            URI uri = URI.create(url);
            boolean http = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
            boolean bare =
                    uri.getPath().isEmpty()
                            && uri.getRawQuery() == null
                            && uri.getRawFragment() == null
                            && uri.getRawUserInfo() == null;
            if (http && uri.getHost() != null && bare) {
                return url;
            }
        } catch (IllegalArgumentException e) {
            // Falls through to the one message for every unusable address.
        }
        throw new SettingException("POSTRIDER_BASE_URL", text, "http(s)://host[:port]");
    }

    private static @Nullable String blankAsNull(@Nullable String text) {
        return text == null || text.isBlank() ? null : text;
    }
}
