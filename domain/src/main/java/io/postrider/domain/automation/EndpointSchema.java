package io.postrider.domain.automation;

import java.util.Locale;
import java.util.Optional;

/**
 * The schema of the data of an endpoint's events.
 *
 * @param jsonSchema a JSON Schema (2020-12), as JSON
 */
public record EndpointSchema(Mode mode, String jsonSchema) {

    /** The treatment of invalid data. */
    public enum Mode {
        /** Data is not validated. */
        OFF,
        /** Invalid data is published with warnings. */
        WARN,
        /** Invalid data is rejected. */
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
