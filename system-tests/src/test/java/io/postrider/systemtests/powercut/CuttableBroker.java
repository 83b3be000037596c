package io.postrider.systemtests.powercut;

import io.postrider.systemtests.BrokerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** A broker that flushes what its topics ask for and nothing else, and whose machine can lose its power. */
public final class CuttableBroker implements AutoCloseable {

    private final Path folder;
    private final BrokerProcess broker;

    private CuttableBroker(Path folder, BrokerProcess broker) {
        this.folder = folder;
        this.broker = broker;
    }

    /** Starts on an empty folder, and returns when it answers. */
    public static CuttableBroker start(Path folder) throws IOException {
        Path agent = folder.resolve("agent.jar");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes()
                .put(new Attributes.Name("Premain-Class"), FlushAgent.class.getName());
        new JarOutputStream(Files.newOutputStream(agent), manifest).close();
        return new CuttableBroker(
                folder,
                BrokerProcess.startUnflushed(
                        folder, List.of("-javaagent:" + agent + "=" + flushed(folder))));
    }

    private static Path flushed(Path folder) {
        return folder.resolve("flushed.txt");
    }

    /** The broker, while its machine has power. */
    public BrokerProcess broker() {
        return broker;
    }

    /**
     * Cuts the power: the process ends, and what was not flushed is gone.
     *
     * @return the bytes that are gone, by the name of the topic partition
     */
    public Map<String, Long> cutPower() throws IOException, InterruptedException {
        broker.killNine();
        return FlushedLengths.cut(flushed(folder), broker.dataFolder());
    }

    @Override
    public void close() {
        broker.close();
    }
}
