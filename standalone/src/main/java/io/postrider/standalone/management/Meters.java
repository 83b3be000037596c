package io.postrider.standalone.management;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.DiskSpaceMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The metrics of a process, first of them those of its JVM. */
public final class Meters implements AutoCloseable {

    private final PrometheusMeterRegistry registry =
            new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final JvmGcMetrics collections = new JvmGcMetrics();
    private final List<Runnable> beforeScrape = new CopyOnWriteArrayList<>();

    private Meters() {}

    /** Makes the registry, with the metrics of the JVM and of the disk of a folder. */
    public static Meters start(String version, String role, Path dataFolder) {
        Meters meters = new Meters();
        meters.bind(version, role);
        new DiskSpaceMetrics(dataFolder.toFile()).bindTo(meters.registry);
        return meters;
    }

    /** A registry that records nothing, for a process without a port that serves metrics. */
    public static Meters off() {
        Meters meters = new Meters();
        meters.registry.config().meterFilter(MeterFilter.deny());
        return meters;
    }

    private void bind(String version, String role) {
        collections.bindTo(registry);
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ClassLoaderMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new FileDescriptorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
        Gauge.builder("postrider.build.info", () -> 1)
                .description("1, with the version and the service of the process as labels")
                .tag("version", version)
                .tag("service", role)
                .register(registry);
    }

    /** Where every part registers its metrics. */
    public MeterRegistry registry() {
        return registry;
    }

    /** Calls a part before each scrape, which may register metrics that it did not have before. */
    public void beforeScrape(Runnable part) {
        beforeScrape.add(part);
    }

    /** All metrics in the text format of Prometheus. */
    public String scrape() {
        beforeScrape.forEach(Runnable::run);
        return registry.scrape();
    }

    @Override
    public void close() {
        collections.close();
        registry.close();
    }
}
