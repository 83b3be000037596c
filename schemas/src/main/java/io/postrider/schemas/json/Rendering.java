package io.postrider.schemas.json;

import java.util.Optional;

/**
 * The facts of an installation that JSON of resources depends on.
 *
 * @param baseUrl the public address of the service, without a slash at the end
 * @param shortDomain the host of that address, which is the default short domain
 * @param opener decrypts texts that are stored as ciphertext
 */
public record Rendering(String baseUrl, String shortDomain, Opener opener) {

    /** A rendering without keys, for resources that have no sealed text. */
    public Rendering(String baseUrl, String shortDomain) {
        this(baseUrl, shortDomain, (_, _, _) -> Optional.empty());
    }

    /** Decrypts a text of a workspace. */
    public interface Opener {

        /** The plain text; empty where the key was destroyed. */
        Optional<String> open(String workspace, String purpose, String ciphertext);
    }
}
