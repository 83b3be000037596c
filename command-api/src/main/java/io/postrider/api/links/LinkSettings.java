package io.postrider.api.links;

import io.postrider.platform.settings.Settings;

/**
 * Settings of short links.
 *
 * @param privateTargets whether links may lead to private addresses
 */
public record LinkSettings(boolean privateTargets) {

    private static final String PRIVATE_TARGETS = "POSTRIDER_PRIVATE_LINK_TARGETS";

    /**
     * Reads {@code POSTRIDER_PRIVATE_LINK_TARGETS}.
     *
     * @throws Settings.SettingException if it cannot be used
     */
    public static LinkSettings from(Settings settings) {
        String text = settings.text(PRIVATE_TARGETS).orElse("refuse");
        return switch (text) {
            case "refuse" -> new LinkSettings(false);
            case "allow" -> new LinkSettings(true);
            default ->
                    throw new Settings.SettingException(PRIVATE_TARGETS, text, "refuse or allow");
        };
    }
}
