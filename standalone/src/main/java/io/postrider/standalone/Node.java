package io.postrider.standalone;

import io.micrometer.core.instrument.MeterRegistry;
import io.postrider.platform.disk.DiskGuard;
import io.postrider.platform.kafka.KafkaClients;
import io.postrider.platform.kafka.KafkaHealth;
import io.postrider.platform.kafka.KafkaSettings;
import io.postrider.platform.meters.Bounds;
import io.postrider.platform.nodes.NodeAddress;
import io.postrider.platform.nodes.NodeTrust;
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
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.schemas.json.Rendering;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The beans that the services of a process share. */
record Node(
        Settings settings,
        ServiceSettings services,
        DataFolder data,
        KafkaSettings kafka,
        KafkaClients clients,
        KafkaHealth kafkaHealth,
        DiskGuard disk,
        VitalParts vital,
        SchemaIds ids,
        InstantSource clock,
        SecretFiles secretFiles,
        DataKeys dataKeys,
        SecretBox box,
        NodeTrust trust,
        Rendering rendering,
        ProjectionMemory memory,
        StreamsSettings streams,
        MeterRegistry meters) {

    private static final int STORE_FILES_MAX = 128;

    /** The address at which other nodes reach this one; null for a single node. */
    @Nullable NodeAddress address() {
        return services.address().orElse(null);
    }

    ProjectionRunner runner(String name, ProjectionStore store, List<? extends Projection> views) {
        ProjectionRunner runner =
                new ProjectionRunner(
                        name, clients, store, List.copyOf(views), ProjectionSettings.DEFAULTS);
        vital.add("the view " + name, runner.dead());
        runner.show(new Bounds(meters));
        return runner;
    }

    ProjectionStore store(String name) {
        return ProjectionStore.open(data.views(name), memory, STORE_FILES_MAX);
    }
}
