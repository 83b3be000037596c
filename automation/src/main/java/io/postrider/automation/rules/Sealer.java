package io.postrider.automation.rules;

import java.util.Optional;

/** Seals and opens the data of runs. */
public interface Sealer {

    /** Leaves texts unchanged, for data that is never stored. */
    Sealer PLAIN = new Plain();

    /** The ciphertext of a text; empty where the key of the workspace was destroyed. */
    Optional<String> seal(String workspace, String purpose, String text);

    /** The plain text; empty where the key was destroyed. */
    Optional<String> open(String workspace, String purpose, String sealed);

    /** The implementation of {@link #PLAIN}. */
    record Plain() implements Sealer {
        @Override
        public Optional<String> seal(String workspace, String purpose, String text) {
            return Optional.of(text);
        }

        @Override
        public Optional<String> open(String workspace, String purpose, String sealed) {
            return Optional.of(sealed);
        }
    }
}
