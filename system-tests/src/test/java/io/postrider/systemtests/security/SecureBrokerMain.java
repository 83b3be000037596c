package io.postrider.systemtests.security;

import java.io.OutputStream;
import java.io.PrintStream;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;

/** A broker that authenticates its clients: the file of its settings and its user of SCRAM are its arguments. */
final class SecureBrokerMain {

    private SecureBrokerMain() {}

    public static void main(String[] arguments) throws Exception {
        Properties settings = new Properties();
        try (Reader text = Files.newBufferedReader(Path.of(arguments[0]))) {
            settings.load(text);
        }
        String folder = settings.getProperty("log.dirs");
        new Formatter()
                .setPrintStream(new PrintStream(OutputStream.nullOutputStream()))
                .setNodeId(1)
                .setClusterId(Uuid.randomUuid().toString())
                .setFeatureLevel("eligible.leader.replicas.version", (short) 0)
                .setControllerListenerName("CONTROLLER")
                .setScramArguments(List.of(arguments[1]))
                .addDirectory(folder)
                .setMetadataLogDirectory(folder)
                .run();
        try {
            new KafkaRaftServer(new KafkaConfig(settings, false), Time.SYSTEM).startup();
        } catch (Exception e) {
            e.printStackTrace();
            Runtime.getRuntime().halt(1);
        }
        new CountDownLatch(1).await();
    }
}
