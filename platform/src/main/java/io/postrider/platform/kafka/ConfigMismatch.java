package io.postrider.platform.kafka;

/**
 * A setting of the cluster that violates Postrider's requirements.
 *
 * @param subject what it is a setting of: a topic's name, or the cluster
 * @param setting the name of the setting
 * @param found what the cluster says
 * @param expected what it must be
 */
public record ConfigMismatch(String subject, String setting, String found, String expected) {

    @Override
    public String toString() {
        return "%s: %s is %s, expected %s".formatted(subject, setting, found, expected);
    }
}
