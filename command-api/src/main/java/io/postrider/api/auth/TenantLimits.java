package io.postrider.api.auth;

import io.postrider.runtime.settings.Settings;

/**
 * The bounds of what one tenant may keep in the memory of every node.
 *
 * @param webhooks of a workspace
 */
public record TenantLimits(int webhooks) {

    private static final int WEBHOOKS_MAX = 1_000;

    /** Reads the settings. */
    public static TenantLimits from(Settings settings) {
        return new TenantLimits(
                settings.number("POSTRIDER_WEBHOOKS_PER_WORKSPACE", 100, 1, WEBHOOKS_MAX));
    }
}
