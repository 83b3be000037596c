package io.postrider.api.http;

import java.time.Instant;
import java.util.Optional;

/**
 * The command that creates a resource.
 *
 * @param secret shown in the answer, once
 */
public record Creation(Record command, Optional<String> secret) {

    /** A creation without a secret. */
    public static Checked<Creation> of(Record command) {
        return Checked.valid(new Creation(command, Optional.empty()));
    }

    /** A creation with a secret. */
    public static Checked<Creation> of(Record command, String secret) {
        return Checked.valid(new Creation(command, Optional.of(secret)));
    }

    /** Makes the creation of a resource under a new id from the body of a request. */
    @FunctionalInterface
    public interface Creator<B> {
        Checked<Creation> of(ApiRequest request, B body, String id, Instant now);
    }
}
