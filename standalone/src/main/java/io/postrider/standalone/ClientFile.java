package io.postrider.standalone;

import io.postrider.platform.files.PrivateFile;
import io.postrider.platform.kafka.ClientPropertiesReader;
import io.postrider.platform.kafka.Connections;
import io.postrider.platform.kafka.KafkaSettings;
import io.postrider.platform.settings.Settings;
import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.CommonClientConfigs;

/** The file of mode 0600 by which stock Kafka clients of this account reach the embedded broker. */
public final class ClientFile {

    static final String NAME = "kafka-client.properties";

    private static final String COMMENT =
            " For Kafka clients of the embedded broker; rewritten at each start.";

    private static final int REQUEST_MILLIS = 30_000;
    private static final int CALL_MILLIS = 60_000;

    private ClientFile() {}

    /** The settings of a client of the log that a process with these settings works on. */
    public static Map<String, Object> client(Settings settings) {
        Map<String, Object> all = new HashMap<>();
        String bootstrap = settings.bootstrap();
        if (bootstrap == null) {
            read(of(settings)).forEach((name, value) -> all.put(name.toString(), value));
        } else {
            all.putAll(ClientPropertiesReader.read(settings).values());
            all.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
        }
        Connections.timeouts(all, REQUEST_MILLIS, CALL_MILLIS);
        return all;
    }

    private static Properties read(Path file) {
        Properties all = new Properties();
        try (Reader text = Files.newBufferedReader(file)) {
            all.load(text);
            return all;
        } catch (IOException e) {
            throw new Settings.SettingException(
                    Settings.DATA_DIR,
                    file.getParent() + ", in which " + NAME + " cannot be read",
                    "the data folder of an embedded broker that is up, or POSTRIDER_KAFKA_BOOTSTRAP");
        }
    }

    /** The path of the file. */
    static Path of(Settings settings) {
        return settings.dataDir().resolve(NAME);
    }

    /**
     * Writes it.
     *
     * @return the settings that it was written for
     */
    static KafkaSettings writtenFor(Settings settings, KafkaSettings log) {
        Properties all = log.client().plain();
        all.setProperty(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, log.bootstrapServers());
        StringWriter text = new StringWriter();
        try {
            all.store(text, COMMENT);
            PrivateFile.write(of(settings), text.toString());
        } catch (IOException e) {
            throw new Startup.StartupException(
                    "%s cannot be written: %s".formatted(of(settings), e));
        }
        return log;
    }
}
