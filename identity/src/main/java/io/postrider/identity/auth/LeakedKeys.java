package io.postrider.identity.auth;

import io.postrider.domain.keys.ApiKey;
import io.postrider.domain.keys.KeyToken;
import io.postrider.domain.keys.OldSecret;
import io.postrider.platform.secrets.TokenHasher;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** Finds the valid keys among reported credentials. */
public final class LeakedKeys {

    private final KeyReplica keys;
    private final TokenHasher hasher;
    private final InstantSource clock;

    LeakedKeys(KeyReplica keys, TokenHasher hasher, InstantSource clock) {
        this.keys = keys;
        this.hasher = hasher;
        this.clock = clock;
    }

    /** The keys whose whole secret is among the texts; a rotated secret counts as long as it is valid. */
    public List<ApiKey> among(List<String> texts) {
        return texts.stream()
                .flatMap(text -> KeyToken.parse(text.strip()).stream())
                .flatMap(token -> known(token).stream())
                .distinct()
                .toList();
    }

    private Optional<ApiKey> known(KeyToken token) {
        return keys.byPublicId(token.publicId())
                .map(KnownKey::key)
                .filter(key -> key.inForce(clock.instant()))
                .filter(key -> isSecretOf(token, key));
    }

    private boolean isSecretOf(KeyToken token, ApiKey key) {
        String old =
                Optional.ofNullable(key.previous())
                        .filter(previous -> clock.instant().isBefore(previous.endsAt()))
                        .map(OldSecret::hash)
                        .orElse(key.secretHash());
        return hasher.matching(token.text(), key.secretHash(), old).isPresent();
    }
}
