package io.postrider.systemtests;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * The access of stock clients on this machine to a Kafka cluster.
 *
 * @param bootstrap addresses of the brokers
 * @param properties file with the clients' credentials; empty if the brokers require none
 */
public record LogClients(String bootstrap, Optional<Path> properties) {

    /** A log whose brokers take any client. */
    public static LogClients of(String bootstrap) {
        return new LogClients(bootstrap, Optional.empty());
    }

    /** The settings of a client, with further ones: names and values in turn. */
    public Map<String, Object> settings(Object... further) {
        Map<String, Object> all = new HashMap<>();
        properties
                .map(LogClients::read)
                .ifPresent(file -> file.forEach((name, value) -> all.put(name.toString(), value)));
        all.put("bootstrap.servers", bootstrap);
        for (int i = 0; i < further.length; i += 2) {
            all.put(further[i].toString(), further[i + 1]);
        }
        return all;
    }

    private static Properties read(Path file) {
        Properties read = new Properties();
        try (Reader text = Files.newBufferedReader(file)) {
            read.load(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return read;
    }
}
