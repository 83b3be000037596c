package io.postrider.identity.users;

import io.postrider.domain.users.Totp;
import io.postrider.domain.users.User;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.commons.codec.binary.Base32;

/** Checks the codes of a second factor; the decider ensures that none is used twice. */
final class SecondFactors {

    private static final int RECOVERY_CODES = 10;

    /** 50 bits, too many to guess at the rate that the throttle admits. */
    private static final int RECOVERY_LENGTH = 10;

    private static final int RECOVERY_BYTES = 7;
    private static final int TIME_CODE_LENGTH = 6;

    private final UserSecrets secrets;
    private final SecureRandom random;

    SecondFactors(UserSecrets secrets, SecureRandom random) {
        this.secrets = secrets;
        this.random = random;
    }

    /**
     * The effect of a code, as far as the edge can check it.
     *
     * @param step time step of a code of a device
     * @param recoveryHash hash of a recovery code
     */
    record Proof(Optional<Long> step, Optional<String> recoveryHash) {

        static final Proof NONE = new Proof(Optional.empty(), Optional.empty());
    }

    /** The effect of a code of a user with this factor; empty if the code is wrong. */
    Optional<Proof> check(User user, Totp totp, String code, Instant now) {
        String plain = code.replaceAll("[\\s-]", "").toUpperCase(Locale.ROOT);
        if (plain.length() == TIME_CODE_LENGTH) {
            return secrets.open(user.id(), UserSecrets.Part.TOTP_SEED, totp.seed())
                    .flatMap(seed -> TotpCodes.step(seed, plain, now))
                    .map(step -> new Proof(Optional.of(step), Optional.empty()));
        }
        String hash = recoveryHash(user.id(), plain);
        return totp.recoveryHashes().contains(hash)
                ? Optional.of(new Proof(Optional.empty(), Optional.of(hash)))
                : Optional.empty();
    }

    /** New recovery codes, which are shown once. */
    List<String> recoveryCodes() {
        return Stream.generate(this::recoveryCode).limit(RECOVERY_CODES).toList();
    }

    /** The hashes of recovery codes that are stored. */
    List<String> recoveryHashes(String userId, List<String> codes) {
        return codes.stream().map(code -> recoveryHash(userId, code.replace("-", ""))).toList();
    }

    private String recoveryHash(String userId, String plain) {
        return secrets.hash("recovery|" + userId + "|" + plain);
    }

    private String recoveryCode() {
        byte[] bytes = new byte[RECOVERY_BYTES];
        random.nextBytes(bytes);
        String text = new Base32().encodeToString(bytes).substring(0, RECOVERY_LENGTH);
        return text.substring(0, RECOVERY_LENGTH / 2) + "-" + text.substring(RECOVERY_LENGTH / 2);
    }
}
