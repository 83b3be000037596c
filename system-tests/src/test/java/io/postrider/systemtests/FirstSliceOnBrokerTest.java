package io.postrider.systemtests;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The first slice on a broker that is a process of its own. */
class FirstSliceOnBrokerTest extends FirstSlice {

    private @Nullable BrokerProcess broker;

    @Override
    Map<String, String> settings(Path folder) throws IOException {
        BrokerProcess started = BrokerProcess.start(folder);
        broker = started;
        return started.settings();
    }

    @Override
    LogClients log() {
        return LogClients.of(requireNonNull(broker).bootstrap());
    }

    @Override
    void stopKafka() {
        requireNonNull(broker).close();
    }
}
