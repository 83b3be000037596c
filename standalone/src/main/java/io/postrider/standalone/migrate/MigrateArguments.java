package io.postrider.standalone.migrate;

import io.postrider.platform.settings.Settings;
import io.postrider.platform.settings.Settings.SettingException;
import io.postrider.standalone.CommandException;
import io.postrider.standalone.OfflineLog;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The arguments of the command.
 *
 * @param to the bootstrap servers of the target
 * @param properties the file with the properties of its clients; empty for those of the installation
 */
record MigrateArguments(String to, Optional<String> properties) {

    private static final String TO = "--to";
    private static final String PROPERTIES = "--to-properties";
    private static final String USAGE =
            "migrate accepts --to HOST:PORT, and --to-properties FILE besides";

    /**
     * Reads them.
     *
     * @throws CommandException if they are not valid
     */
    static MigrateArguments of(List<String> words) {
        Map<String, String> options = new HashMap<>();
        for (int i = 0; i < words.size(); i += 2) {
            String name = words.get(i);
            boolean known = name.equals(TO) || name.equals(PROPERTIES);
            if (!known
                    || i + 1 == words.size()
                    || words.get(i + 1).isBlank()
                    || options.put(name, words.get(i + 1)) != null) {
                throw CommandException.usage(USAGE);
            }
        }
        String to = options.get(TO);
        if (to == null) {
            throw CommandException.usage(USAGE);
        }
        return new MigrateArguments(to, Optional.ofNullable(options.get(PROPERTIES)));
    }

    /** The settings of a start on the target, for a message. */
    String started() {
        return properties.map(file -> to + " and POSTRIDER_KAFKA_PROPERTIES=" + file).orElse(to);
    }

    /**
     * The settings of the installation on the target.
     *
     * @throws CommandException if the servers or the file cannot be used
     */
    Settings target(Map<String, String> written) {
        Settings moved = OfflineLog.withCluster(written, to, properties);
        try {
            var _ = OfflineLog.cluster(moved);
            return moved;
        } catch (SettingException e) {
            Map<String, String> options = new HashMap<>(Map.of("POSTRIDER_KAFKA_BOOTSTRAP", TO));
            properties.ifPresent(_ -> options.put("POSTRIDER_KAFKA_PROPERTIES", PROPERTIES));
            String option = options.get(e.name());
            if (option == null) {
                throw e;
            }
            throw CommandException.failed(String.valueOf(e.getMessage()).replace(e.name(), option));
        }
    }
}
