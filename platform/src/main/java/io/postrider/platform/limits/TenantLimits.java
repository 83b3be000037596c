package io.postrider.platform.limits;

import io.postrider.platform.settings.Between;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.Name;
import org.springframework.boot.convert.DataSizeUnit;
import org.springframework.util.unit.DataSize;
import org.springframework.util.unit.DataUnit;

/**
 * The limits of one tenant in the memory of every node.
 *
 * @param webhooks the number of webhooks per workspace
 * @param instances the number of messaging instances per workspace
 * @param endpoints the number of publishing endpoints per workspace
 * @param rules the number of rules per workspace
 * @param users the number of users of the installation
 * @param usersPerOwner the number of users that joined by invitations to the workspaces of one owner, including those who have
 *     left
 * @param ownerMemory the estimated memory on each node for the workspaces of one owner
 * @param tenantMemory the estimated memory on each node for all workspaces
 */
@ConfigurationProperties("postrider")
public record TenantLimits(
        @Name("webhooks-per-workspace") @DefaultValue("100") @Between(max = 1_000) int webhooks,
        @Name("instances-per-workspace") @DefaultValue("100") @Between(max = 10_000) int instances,
        @Name("endpoints-per-workspace") @DefaultValue("100") @Between(max = 10_000) int endpoints,
        @Name("rules-per-workspace") @DefaultValue("1000") @Between(max = 10_000) int rules,
        @Name("users-max") @DefaultValue("10000") @Between(max = USERS_MAX) int users,
        @DefaultValue("1000") @Between(max = USERS_MAX) int usersPerOwner,
        @Name("owner-memory-mb")
                @DefaultValue("20")
                @DataSizeUnit(DataUnit.MEGABYTES)
                @Between(max = MEGABYTES_MAX)
                DataSize ownerMemory,
        @Name("tenant-memory-mb") @DataSizeUnit(DataUnit.MEGABYTES) @Between(max = MEGABYTES_MAX)
                @Nullable DataSize tenantMemory) {

    private static final int USERS_MAX = 1_000_000;
    private static final int MEGABYTES_MAX = 1 << 20;
    private static final int MEGABYTE = 1 << 20;

    /** Share of the heap; the rest is for requests, buffers and caches. */
    private static final int HEAP_PERCENT = 21;

    /** The memory for the workspaces of one owner. */
    public long ownerBytes() {
        return ownerMemory.toBytes();
    }

    /** The memory for all workspaces. */
    public long nodeBytes() {
        return tenantMemory == null ? ofHeap() : tenantMemory.toBytes();
    }

    private static long ofHeap() {
        long share = shareOf(Runtime.getRuntime().maxMemory());
        return (long) Math.clamp(share / MEGABYTE, 1, MEGABYTES_MAX) * MEGABYTE;
    }

    /** The bytes of a heap that all workspaces may keep unless a setting says otherwise. */
    public static long shareOf(long heapBytes) {
        return heapBytes / 100 * HEAP_PERCENT;
    }
}
