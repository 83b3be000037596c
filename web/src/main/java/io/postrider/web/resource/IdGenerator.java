package io.postrider.web.resource;

import io.postrider.domain.kernel.Base62;
import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.kernel.Uuids;
import io.postrider.schemas.Idempotency;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Generates ids, times and other random texts. With an Idempotency-Key the random bits are derived from it, so that a repeated
 * request goes to the partition of its first attempt.
 */
public final class IdGenerator {

    private static final int BYTES = 32;

    private final InstantSource clock;
    private final SecureRandom random;
    private final Hmac hmac;

    /** @param key a secret of its own, the same on every node and for ever */
    public IdGenerator(InstantSource clock, SecureRandom random, byte[] key) {
        this.clock = clock;
        this.random = random;
        this.hmac = new Hmac(key);
    }

    /** Now, in milliseconds. */
    public Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    /** A new id. */
    public String id(IdKind kind, Optional<Idempotency> idempotency) {
        return Id.of(kind, Uuids.v7(now(), bits(kind.label(), idempotency)));
    }

    /** An id that is new every time. */
    public String freshId(IdKind kind) {
        return id(kind, Optional.empty());
    }

    /**
     * Base62 characters.
     *
     * @param purpose distinguishes several values of one request
     */
    public String base62(int length, String purpose, @Nullable Idempotency idempotency) {
        for (int round = 0; ; round++) {
            Optional<String> text =
                    Base62.text(
                            bits(purpose + "/" + round, Optional.ofNullable(idempotency)), length);
            if (text.isPresent()) {
                return text.get();
            }
        }
    }

    /** Base62 characters for a secret, which is never derived from anything. */
    public String secretBase62(int length) {
        // Twice as many bytes as characters, so that those which are passed over do not matter.
        byte[] bytes = new byte[2 * length];
        Optional<String> text = Optional.empty();
        while (text.isEmpty()) {
            random.nextBytes(bytes);
            text = Base62.text(bytes, length);
        }
        return text.get();
    }

    private byte[] bits(String purpose, Optional<Idempotency> idempotency) {
        return idempotency
                .map(key -> hmac.of(key.scope(), purpose))
                .orElseGet(() -> {
                    byte[] bytes = new byte[BYTES];
                    random.nextBytes(bytes);
                    return bytes;
                });
    }
}
