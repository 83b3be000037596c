package io.postrider.domain.users;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A second factor by time (RFC 6238).
 *
 * @param seed the seed, sealed under the user's data key
 * @param lastStep the newest time step whose code was used; each code is valid once
 * @param recoveryHashes the unused recovery codes, hashed with the pepper
 */
public record Totp(String seed, long lastStep, List<String> recoveryHashes) {

    public Totp {
        recoveryHashes = List.copyOf(recoveryHashes);
    }

    Totp withRecovery(List<String> hashes) {
        return new Totp(seed, lastStep, hashes);
    }

    /**
     * The factor after the use of a code.
     *
     * @param step the time step of a right code
     * @param recoveryHash hash of a recovery code, checked if there is no step
     * @return empty if the code was used before, or never was one
     */
    Optional<Totp> used(@Nullable Long step, @Nullable String recoveryHash) {
        if (step != null) {
            return step > lastStep
                    ? Optional.of(new Totp(seed, step, recoveryHashes))
                    : Optional.empty();
        }
        List<String> rest = new ArrayList<>(recoveryHashes);
        return rest.remove(recoveryHash)
                ? Optional.of(new Totp(seed, lastStep, rest))
                : Optional.empty();
    }

    @Override
    public String toString() {
        return "Totp[" + recoveryHashes.size() + " recovery codes]";
    }
}
