package io.postrider.standalone;

import io.micrometer.core.instrument.MeterRegistry;
import io.postrider.platform.disk.DiskGuard;
import io.postrider.platform.meters.Bounds;
import io.postrider.platform.nodes.NodeAddress;
import io.postrider.platform.nodes.NodeTrust;
import io.postrider.platform.registry.RegistrySettings;
import io.postrider.platform.registry.SchemaRegistry;
import io.postrider.platform.secrets.DataKeys;
import io.postrider.platform.secrets.SecretBox;
import io.postrider.platform.secrets.SecretFiles;
import io.postrider.platform.settings.Settings;
import io.postrider.platform.streams.StreamsSettings;
import io.postrider.platform.views.Projection;
import io.postrider.platform.views.ProjectionMemory;
import io.postrider.platform.views.ProjectionRunner;
import io.postrider.platform.views.ProjectionSettings;
import io.postrider.platform.views.ProjectionStore;
import io.postrider.schemas.codec.LockedSchemaIds;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.schemas.json.Rendering;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The shared parts of a process's services: settings, the log, secrets, schema ids, and the memory of their stores. */
final class Node {

    private static final int STORE_FILES_MAX = 128;

    final Settings settings;
    final ServiceSettings services;
    final DataFolder data;
    final KafkaModule log;
    final ShutdownOrder closing;
    final DiskGuard disk;
    final VitalParts vital = new VitalParts();
    final Heartbeats beats;
    final SchemaIds ids;
    final InstantSource clock = InstantSource.system();
    final SecretFiles secretFiles;
    final DataKeys dataKeys;
    final SecretBox box;
    final NodeTrust trust;
    final @Nullable NodeAddress address;
    final Rendering rendering;
    final StreamsSettings streams;
    final MeterRegistry meters;

    private final ProjectionMemory memory;

    private Node(
            Settings settings,
            ServiceSettings services,
            DataFolder data,
            SecretFiles secretFiles,
            KafkaModule log,
            ShutdownOrder closing,
            DiskGuard disk,
            SchemaIds ids,
            MeterRegistry meters) {
        this.disk = disk;
        this.meters = meters;
        this.settings = settings;
        this.services = services;
        this.data = data;
        this.log = log;
        this.closing = closing;
        this.ids = ids;
        this.secretFiles = secretFiles;
        dataKeys = new DataKeys(secretFiles);
        box = new SecretBox(dataKeys);
        trust = NodeTrust.from(secretFiles::derive, clock);
        address = services.address().orElse(null);
        rendering = new Rendering(settings.baseUrl(), settings.defaultDomain(), box::open);
        vital.add("the watch of the disk", disk.dead());
        vital.add("the watch of Kafka", log.health().dead());
        beats = closing.add(Heartbeats.start());
        HeapWatch heap = closing.add(HeapWatch.start());
        vital.add("the heap", heap.full());
        vital.add("the watch of the heap", heap.dead());
        vital.add("the watch of what moves", beats.dead());
        long cache = services.stores().cache().toBytes();
        memory = closing.add(new ProjectionMemory(cache, cache / 2));
        streams =
                new StreamsSettings(
                        log.settings(),
                        data.streams(),
                        memory,
                        address == null ? null : address.toString(),
                        log.clients());
    }

    /** The secrets of this installation, which are made if there are none; the start of the log need not be waited for. */
    static SecretFiles secretFiles(Settings settings) {
        Path folder = DataFolder.secrets(settings);
        return settings.text(DataFolder.SECRETS_DIR).isEmpty()
                ? SecretFiles.open(folder)
                : Settings.parsed(
                        DataFolder.SECRETS_DIR, folder.toString(), _ -> SecretFiles.open(folder));
    }

    /** Everything that the services stand on. */
    static Node open(
            Settings settings,
            ServiceSettings services,
            DataFolder data,
            SecretFiles secretFiles,
            KafkaModule log,
            ShutdownOrder closing,
            DiskGuard disk,
            MeterRegistry meters,
            Consumer<String> progress)
            throws InterruptedException {
        Optional<RegistrySettings> registry = services.registry();
        SchemaIds ids =
                registry.isEmpty()
                        ? LockedSchemaIds.shipped()
                        : new SchemaRegistry(
                                        registry.get(),
                                        data.resolve(DataFolder.SCHEMA_IDS),
                                        progress)
                                .ids();
        return new Node(settings, services, data, secretFiles, log, closing, disk, ids, meters);
    }

    /** The servers of the log. */
    String bootstrap() {
        return log.settings().bootstrapServers();
    }

    ProjectionRunner runner(String name, ProjectionStore store, List<? extends Projection> views) {
        ProjectionRunner runner =
                closing.add(
                        new ProjectionRunner(
                                name,
                                log.clients(),
                                store,
                                List.copyOf(views),
                                ProjectionSettings.DEFAULTS));
        vital.add("the view " + name, runner.dead());
        new Bounds(meters)
                .show(
                        "waiting_reads_" + name,
                        runner::waiting,
                        ProjectionSettings.DEFAULTS.maxWaiters());
        return runner;
    }

    ProjectionStore store(String name) {
        return closing.add(ProjectionStore.open(data.views(name), memory, STORE_FILES_MAX));
    }
}
