package io.postrider.platform.kafka;

import io.postrider.platform.settings.Settings.SettingException;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The durability of acknowledged writes: they survive a power cut of every broker, or the loss of single brokers. */
public enum Durability {
    /** Every append is on the disk before it is acknowledged. */
    FSYNC,
    /** Every append is on enough replicas before it is acknowledged; the disks follow when they like. */
    REPLICATED;

    /** The environment variable that chooses it. */
    public static final String VARIABLE = "POSTRIDER_DURABILITY";

    /** The value as operators write it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Reads the value of {@value #VARIABLE}.
     *
     * @throws SettingException when it is none of the known values
     */
    public static Durability parse(String value) {
        String wanted = value.strip();
        return Arrays.stream(values())
                .filter(durability -> durability.label().equalsIgnoreCase(wanted))
                .findFirst()
                .orElseThrow(() -> new SettingException(VARIABLE, value, choices()));
    }

    private static String choices() {
        return Arrays.stream(values()).map(Durability::label).collect(Collectors.joining(" or "));
    }
}
