package io.postrider.messaging.media;

import io.postrider.platform.settings.Between;
import io.postrider.platform.settings.Settings;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.convert.DurationUnit;

/**
 * The settings of stored files.
 *
 * @param folder folder that all nodes of an installation share
 * @param kept retention of contents
 */
public record MediaSettings(Path folder, Duration kept) {

    private static final String FOLDER = "POSTRIDER_MEDIA_DIR";

    /**
     * The settings as the operator writes them.
     *
     * @param mediaDir the folder of the encrypted contents of message files, and of provider callbacks of more than 192 KiB
     * @param mediaDays the number of days for which the content of a file is stored
     */
    @ConfigurationProperties("postrider")
    record Written(
            @Nullable String mediaDir,
            @DefaultValue("30") @DurationUnit(ChronoUnit.DAYS) @Between(max = 36_500)
                    Duration mediaDays) {}

    /**
     * Reads the settings.
     *
     * @param usual the folder where none is named
     */
    public static MediaSettings from(Settings settings, Path usual) {
        Written written = settings.bind(Written.class);
        String folder = written.mediaDir();
        return new MediaSettings(
                folder == null ? usual : Settings.parsed(FOLDER, folder, Path::of),
                written.mediaDays());
    }
}
