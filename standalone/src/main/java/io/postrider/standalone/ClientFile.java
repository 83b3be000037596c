package io.postrider.standalone;

import io.postrider.runtime.files.PrivateFile;
import io.postrider.runtime.kafka.LogSettings;
import io.postrider.runtime.settings.Settings;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Properties;
import org.apache.kafka.clients.CommonClientConfigs;

/** The file of mode 0600 by which stock Kafka clients of this account reach the embedded broker. */
final class ClientFile {

    static final String NAME = "kafka-client.properties";

    private static final String COMMENT =
            " For stock clients of the embedded broker; each start writes it anew.";

    private ClientFile() {}

    /** Where it is. */
    static Path of(Settings settings) {
        return settings.dataDir().resolve(NAME);
    }

    /**
     * Writes it.
     *
     * @return the settings that it was written for
     */
    static LogSettings writtenFor(Settings settings, LogSettings log) {
        Properties all = log.security().plain();
        all.setProperty(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, log.bootstrapServers());
        StringWriter text = new StringWriter();
        try {
            all.store(text, COMMENT);
            PrivateFile.write(of(settings), text.toString());
        } catch (IOException e) {
            throw new Startup.Failed("%s cannot be written: %s".formatted(of(settings), e));
        }
        return log;
    }
}
