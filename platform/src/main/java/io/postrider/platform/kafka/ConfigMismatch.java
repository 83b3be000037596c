package io.postrider.platform.kafka;

/**
 * A setting of the cluster that violates Postrider's requirements.
 *
 * @param subject owner of the setting: the name of a topic, or the cluster
 * @param setting the name of the setting
 * @param found present value
 * @param expected required value
 */
public record ConfigMismatch(String subject, String setting, String found, String expected) {

    @Override
    public String toString() {
        return "%s: %s is %s, expected %s".formatted(subject, setting, found, expected);
    }
}
