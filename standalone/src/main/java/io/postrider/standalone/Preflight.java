package io.postrider.standalone;

import io.postrider.platform.disk.DiskMarks;
import io.postrider.platform.kafka.KafkaSettings;
import io.postrider.platform.nodes.NodeAddress;
import io.postrider.platform.registry.RegistrySettings;
import io.postrider.platform.settings.Settings;
import io.postrider.standalone.broker.BrokerPorts;
import io.postrider.standalone.management.ManagementSettings;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** What a process would start with and what it requires before, read as a start reads it, without starting anything. */
public final class Preflight {

    private final Settings settings;
    private final ProcessRole role;
    private final ServiceSettings services;
    private final Optional<KafkaSettings> cluster;
    private final List<InetSocketAddress> listeners;
    private final Optional<InetSocketAddress> management;

    /**
     * A port that a start opens.
     *
     * @param setting the variable that sets it
     * @param use what it is for
     * @param requireFree throws what a start throws if it is in use
     */
    public record Port(
            String setting, String use, InetSocketAddress address, Runnable requireFree) {

        private boolean overlaps(Port other) {
            InetAddress ours = address.getAddress();
            InetAddress theirs = other.address.getAddress();
            return address.getPort() == other.address.getPort()
                    && (ours.equals(theirs)
                            || ours.isAnyLocalAddress()
                            || theirs.isAnyLocalAddress());
        }
    }

    /**
     * Reads all settings.
     *
     * @throws Settings.SettingException for the first setting that cannot be used
     */
    Preflight(Settings settings, ProcessRole role) {
        this.settings = settings;
        this.role = role;
        services = ServiceSettings.from(settings, role);
        cluster = KafkaModule.read(settings, services);
        management = ManagementSettings.from(settings);
        listeners = NodeListeners.read(settings, services.address());
        requireDistinct(ports());
    }

    private static void requireDistinct(List<Port> ports) {
        List<Port> before = new ArrayList<>();
        for (Port port : ports) {
            before.stream()
                    .filter(port::overlaps)
                    .findFirst()
                    .ifPresent(other -> {
                        throw new Settings.SettingException(
                                port.setting(),
                                Integer.toString(port.address().getPort()),
                                "another port than " + other.setting());
                    });
            before.add(port);
        }
    }

    /** Whether a process can be this service. */
    public static boolean isService(String name) {
        return ProcessRole.named(name).isPresent();
    }

    /**
     * Reads all settings.
     *
     * @param written the settings under the names that the operator wrote
     * @param service the name of a service
     * @throws Settings.SettingException for the first setting that cannot be used
     */
    public static Preflight read(Map<String, String> written, String service) {
        return new Preflight(Settings.from(written), ProcessRole.ofArguments(List.of(service)));
    }

    ServiceSettings services() {
        return services;
    }

    /** The settings that all services share. */
    public Settings settings() {
        return settings;
    }

    /** Whether the process has the public port. */
    public boolean hasEdge() {
        return role.includes(ProcessRole.COMMAND_API);
    }

    /** The address of the management port; its port is 0 for a free one. */
    public Optional<InetSocketAddress> management() {
        return management;
    }

    /** The addresses on which it listens to other nodes. */
    public List<InetSocketAddress> listeners() {
        return listeners;
    }

    /** The nodes that it asks for the read models. */
    public List<NodeAddress> projections() {
        return services.projections();
    }

    /** The schema registry. */
    public Optional<RegistrySettings> registry() {
        return services.registry();
    }

    /** The levels of free disk space. */
    public DiskMarks disk() {
        return services.disk();
    }

    /** The folder of the secrets. */
    public Path secrets() {
        return DataFolder.secrets(settings);
    }

    /** The folder of media files. */
    public Path media() {
        return services.media().folder();
    }

    /** The cluster; empty with the embedded broker. */
    public Optional<KafkaSettings> cluster() {
        return cluster;
    }

    /** Whether the existing topics decide the number of partitions. */
    public boolean adopts() {
        return KafkaModule.adopts(settings);
    }

    /** Access to the embedded broker, which runs. */
    public KafkaSettings embedded() {
        KafkaSettings log = ClientFile.log(settings);
        return KafkaModule.single(settings, services, log.bootstrapServers(), log.client());
    }

    /** Whether a process uses the data folder. */
    public boolean isRunning() {
        return FolderLocks.held(settings.dataDir());
    }

    /**
     * Requires that a start could use the data folder.
     *
     * @throws Settings.SettingException if not
     */
    public void requireDataFolder() {
        DataFolder.check(settings);
    }

    /** The ports that a start opens at fixed numbers. */
    public List<Port> ports() {
        List<Port> ports = new ArrayList<>();
        if (hasEdge()) {
            ports.add(
                    port(Settings.PORT, "the public port", new InetSocketAddress(settings.port())));
        }
        management
                .filter(address -> address.getPort() != 0)
                .map(address -> port(ManagementSettings.PORT, "the management port", address))
                .ifPresent(ports::add);
        for (InetSocketAddress address : listeners) {
            ports.add(
                    new Port(
                            ServiceSettings.ADDRESS,
                            "the port for other nodes",
                            address,
                            () ->
                                    NodeListeners.requireFree(
                                            settings, services.address(), address)));
        }
        OptionalInt broker =
                cluster.isEmpty() ? KafkaModule.brokerPort(settings) : OptionalInt.empty();
        broker.ifPresent(number -> ports.add(broker(broker)));
        if (role.includes(ProcessRole.CHANNEL_GATEWAY) && services.sandboxPort() != 0) {
            ports.add(
                    port(
                            ServiceSettings.SANDBOX_PORT,
                            "the port of the sandbox",
                            loopback(services.sandboxPort())));
        }
        return ports;
    }

    private Port broker(OptionalInt number) {
        return new Port(
                BrokerPorts.VARIABLE,
                "the port of the embedded broker",
                loopback(number.getAsInt()),
                () -> BrokerPorts.choose(number, settings.port()));
    }

    private static InetSocketAddress loopback(int number) {
        return new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), number);
    }

    private static Port port(String setting, String use, InetSocketAddress address) {
        return new Port(
                setting,
                use,
                address,
                () -> FreePort.require(setting, Integer.toString(address.getPort()), address));
    }
}
