package io.postrider.standalone;

import io.postrider.platform.settings.Between;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.Name;
import org.springframework.boot.convert.DataSizeUnit;
import org.springframework.boot.convert.DurationUnit;
import org.springframework.util.unit.DataSize;
import org.springframework.util.unit.DataUnit;

/**
 * The memory of a process's state stores, and the interval of their commits.
 *
 * @param cache the off-heap memory for the blocks and write buffers of all state stores of a process
 * @param commitInterval the commit interval of the decider of links, webhooks and models under load
 */
@ConfigurationProperties("postrider")
record StoreSettings(
        @Name("store-cache-mb")
                @DefaultValue("96")
                @DataSizeUnit(DataUnit.MEGABYTES)
                @Between(max = 1_000_000)
                DataSize cache,
        @Name("commit-interval-ms")
                @DefaultValue("100")
                @DurationUnit(ChronoUnit.MILLIS)
                @Between(min = 20, max = 1_000)
                Duration commitInterval) {}
