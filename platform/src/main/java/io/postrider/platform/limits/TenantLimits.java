package io.postrider.platform.limits;

import io.postrider.platform.settings.Settings;
import io.postrider.schemas.catalogue.AggregateType;
import io.postrider.schemas.catalogue.Catalogue;
import io.postrider.schemas.catalogue.Limit;

/**
 * The limits of one tenant in the memory of every node.
 *
 * @param webhooks of a workspace
 * @param instances of a workspace
 * @param endpoints of a workspace
 * @param rules of a workspace
 * @param users of the installation
 * @param usersPerOwner accounts that were made by invitations to the workspaces of one owner
 * @param ownerBytes of what the workspaces of one owner keep
 * @param nodeBytes of what all workspaces keep
 */
public record TenantLimits(
        int webhooks,
        int instances,
        int endpoints,
        int rules,
        int users,
        int usersPerOwner,
        long ownerBytes,
        long nodeBytes) {

    private static final int USERS_MAX = 1_000_000;
    private static final int MEGABYTES_MAX = 1 << 20;
    private static final int MEGABYTE = 1 << 20;

    /** Share of the heap; the rest is for requests, buffers and caches. */
    private static final int HEAP_PERCENT = 21;

    /** Reads the settings. */
    public static TenantLimits from(Settings settings) {
        return new TenantLimits(
                most(settings, Catalogue.WEBHOOK),
                most(settings, Catalogue.INSTANCE),
                most(settings, Catalogue.ENDPOINT),
                most(settings, Catalogue.RULE),
                settings.number("POSTRIDER_USERS_MAX", 10_000, 1, USERS_MAX),
                settings.number("POSTRIDER_USERS_PER_OWNER", 1_000, 1, USERS_MAX),
                megabytes(settings, "POSTRIDER_OWNER_MEMORY_MB", 20),
                megabytes(settings, "POSTRIDER_TENANT_MEMORY_MB", ofHeap()));
    }

    private static int most(Settings settings, AggregateType<?, ?, ?, ?> entry) {
        Limit limit = entry.resource().limit().orElseThrow();
        return settings.number(limit.setting(), limit.standard(), 1, limit.most());
    }

    private static long megabytes(Settings settings, String name, int otherwise) {
        return (long) settings.number(name, otherwise, 1, MEGABYTES_MAX) * MEGABYTE;
    }

    private static int ofHeap() {
        return Math.clamp(shareOf(Runtime.getRuntime().maxMemory()) / MEGABYTE, 1, MEGABYTES_MAX);
    }

    /** The bytes of a heap that all workspaces may keep unless a setting says otherwise. */
    public static long shareOf(long heapBytes) {
        return heapBytes / 100 * HEAP_PERCENT;
    }
}
