package io.postrider.systemtests;

import io.postrider.platform.kafka.Durability;
import io.postrider.standalone.broker.BrokerPorts;
import io.postrider.standalone.broker.EmbeddedBroker;
import io.postrider.standalone.broker.EmbeddedBrokerSettings;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/**
 * A broker and nothing else, which takes any client, until it is killed: the folder, the port and the durability are its
 * arguments.
 */
final class BrokerMain {

    private BrokerMain() {}

    public static void main(String[] arguments) throws InterruptedException {
        int port = Integer.parseInt(arguments[1]);
        EmbeddedBroker broker =
                EmbeddedBroker.start(
                        new EmbeddedBrokerSettings(
                                Path.of(arguments[0]),
                                new BrokerPorts(port, port + 1),
                                Durability.valueOf(arguments[2]),
                                Optional.empty()));
        System.out.println("broker at " + broker.bootstrapServers());
        new CountDownLatch(1).await();
    }
}
