package io.postrider.domain.automation;

import java.util.Locale;
import java.util.Optional;

/**
 * What the data of an endpoint's events is to look like.
 *
 * @param jsonSchema a JSON Schema of 2020-12, as JSON
 */
public record EndpointSchema(Mode mode, String jsonSchema) {

    /** What becomes of data that does not fit. */
    public enum Mode {
        /** Nothing is looked at. */
        OFF,
        /** It is published, and the sender is told. */
        WARN,
        /** It is refused. */
        ENFORCE;

        /** The name in JSON, for example {@code warn}. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** The mode with a name in JSON. */
        public static Optional<Mode> labelled(String label) {
            for (Mode mode : values()) {
                if (mode.label().equals(label)) {
                    return Optional.of(mode);
                }
            }
            return Optional.empty();
        }
    }
}
