package io.postrider.standalone;

import io.postrider.platform.files.PrivateFile;
import io.postrider.platform.kafka.ClientProperties;
import io.postrider.platform.kafka.ClientPropertiesReader;
import io.postrider.platform.kafka.Connections;
import io.postrider.platform.kafka.Durability;
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

    private static final String COMMAND = "command";
    private static final int REQUEST_MILLIS = 30_000;
    private static final int CALL_MILLIS = 60_000;

    private ClientFile() {}

    /**
     * The log that a process with these settings works on, for a command beside it.
     *
     * @throws Settings.SettingException for the first setting that cannot be used
     */
    public static KafkaSettings log(Settings settings) {
        String bootstrap = settings.bootstrap();
        return bootstrap == null
                ? embedded(of(settings))
                : Settings.parsed(
                        settings.bootstrapName(),
                        bootstrap,
                        servers -> log(servers, ClientPropertiesReader.read(settings)));
    }

    private static KafkaSettings embedded(Path file) {
        Properties all = new Properties();
        try (Reader text = Files.newBufferedReader(file)) {
            all.load(text);
            Map<String, Object> client = new HashMap<>();
            all.stringPropertyNames().forEach(name -> client.put(name, all.getProperty(name)));
            Object servers = client.remove(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG);
            return log(String.valueOf(servers), ClientProperties.of(client));
        } catch (IOException | IllegalArgumentException e) {
            throw new Settings.SettingException(
                    Settings.DATA_DIR,
                    file.getParent() + ", in which " + NAME + " cannot be read",
                    "the data folder of an embedded broker that is up, or POSTRIDER_KAFKA_BOOTSTRAP");
        }
    }

    /** One broker is enough for a command. */
    private static KafkaSettings log(String servers, ClientProperties client) {
        return KafkaSettings.single(servers, Durability.REPLICATED, COMMAND).withClient(client);
    }

    /** The settings of a client of a log. */
    public static Map<String, Object> client(KafkaSettings log) {
        Map<String, Object> all = Connections.to(log);
        Connections.timeouts(all, REQUEST_MILLIS, CALL_MILLIS);
        return all;
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
