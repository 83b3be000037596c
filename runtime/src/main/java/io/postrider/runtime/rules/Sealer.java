package io.postrider.runtime.rules;

import java.util.Optional;

/** Seals and opens what runs keep. */
public interface Sealer {

    /** The ciphertext of a text; empty where the key of the workspace was destroyed. */
    Optional<String> seal(String workspace, String purpose, String text);

    /** The plain text; empty where the key was destroyed. */
    Optional<String> open(String workspace, String purpose, String sealed);
}
