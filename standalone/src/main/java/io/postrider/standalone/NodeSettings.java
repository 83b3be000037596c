package io.postrider.standalone;

import io.postrider.platform.settings.Between;
import io.postrider.platform.settings.Expected;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.Name;
import org.springframework.boot.convert.DataSizeUnit;
import org.springframework.boot.convert.DurationUnit;
import org.springframework.util.unit.DataSize;
import org.springframework.util.unit.DataUnit;

/**
 * The settings of a process and its services as the operator writes them; {@link ServiceSettings} checks them together.
 *
 * @param egressAllow the CIDRs of private addresses that webhooks and requests to model providers may reach, also with plain
 *     HTTP, separated by commas
 * @param nodeAddress the host:port at which other nodes reach this node
 * @param nodeBind the IP addresses of this machine on which that port listens instead, separated by commas; 0.0.0.0 or :: for
 *     all
 * @param nodeId the name of the process
 * @param projections the host:port of each projections node, separated by commas; for a command-api
 * @param edgeUrl the address of the edge for an automation-engine and for the sandbox of a channel-gateway
 * @param sandboxPort the loopback port at which the sandbox serves the Graph API; 0 for a free port
 * @param messagesKept the number of days for which lists contain a message, from its creation or its schedule_at; queued
 *     messages remain
 * @param cpuPerMinute the CPU seconds per minute and node that the expressions of one rule or webhook can use
 * @param diskLow the free space of the data folder below which writes are rejected
 * @param firstRun whether the start creates an owner in an empty data folder
 * @param secretsDir the folder of the pepper, the master key and the secret of the embedded broker
 */
@ConfigurationProperties("postrider")
record NodeSettings(
        @Nullable String egressAllow,
        @Nullable String nodeAddress,
        @Nullable String nodeBind,
        @Nullable String nodeId,
        @DefaultValue("") String projections,
        @Nullable String edgeUrl,
        @DefaultValue("0") @Between(min = 0, max = 65_535) int sandboxPort,
        @Name("messages-days")
                @DefaultValue("30")
                @DurationUnit(ChronoUnit.DAYS)
                @Between(max = 36_500)
                Duration messagesKept,
        @Name("rule-cpu-seconds")
                @DefaultValue("6")
                @DurationUnit(ChronoUnit.SECONDS)
                @Between(max = 3_600)
                Duration cpuPerMinute,
        @Name("disk-low-mb")
                @DefaultValue("512")
                @DataSizeUnit(DataUnit.MEGABYTES)
                @Between(min = 0, max = 1_000_000)
                DataSize diskLow,
        @DefaultValue("create") @Expected("create or never") FirstOwner firstRun,
        @Nullable String secretsDir) {

    /** Of several nodes on one log only one may create an owner. */
    enum FirstOwner {
        CREATE,
        NEVER
    }
}
