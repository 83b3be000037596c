package io.postrider.messaging.media;

import io.postrider.platform.settings.Settings;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The settings of stored files.
 *
 * @param folder folder that all nodes of an installation share
 * @param kept retention of contents
 */
public record MediaSettings(Path folder, Duration kept) {

    private static final String FOLDER = "POSTRIDER_MEDIA_DIR";
    private static final String DAYS = "POSTRIDER_MEDIA_DAYS";

    /**
     * Reads the settings.
     *
     * @param usual the folder where none is named
     */
    public static MediaSettings from(Settings settings, Path usual) {
        Path folder =
                settings.text(FOLDER)
                        .map(text -> Settings.parsed(FOLDER, text, Path::of))
                        .orElse(usual);
        return new MediaSettings(folder, Duration.ofDays(settings.number(DAYS, 30, 1, 36_500)));
    }
}
