package io.postrider.systemtests;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** The first slice on a broker that is a process of its own. */
class FirstSliceOnBrokerTest extends FirstSlice {

    private BrokerProcess broker;

    @BeforeEach
    void start() throws IOException {
        broker = BrokerProcess.start(folder);
    }

    @AfterEach
    void stop() {
        broker.close();
    }

    @Override
    Map<String, String> settings() {
        return broker.settings();
    }

    @Override
    LogClients log(PostriderProcess postrider) {
        return LogClients.of(broker.bootstrap());
    }
}
