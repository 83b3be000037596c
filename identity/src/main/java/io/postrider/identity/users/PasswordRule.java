package io.postrider.identity.users;

import com.nulabinc.zxcvbn.Zxcvbn;
import io.postrider.domain.kernel.FieldError;
import java.util.List;
import java.util.Optional;

/**
 * The rule for new passwords: a minimum length, and not among the first that an attacker guesses (NIST SP 800-63B, section
 * 5.1.1.2).
 */
final class PasswordRule {

    static final int LENGTH_MIN = 8;
    static final int LENGTH_MAX = 200;

    /** More guesses than the service admits in a day from many addresses. */
    private static final double GUESSES_MIN = 1_000_000;

    /** The time of the estimate grows faster than the length; a password with a strong beginning is strong. */
    private static final int LOOKED_AT_MAX = 64;

    /** Its dictionaries are read for the first new password. */
    private static final class Estimator {
        private static final Zxcvbn ZXCVBN = new Zxcvbn();
    }

    private PasswordRule() {}

    /** The problem with a new password of a user with this address. */
    static Optional<FieldError> objection(String pointer, String password, String email) {
        int length = password.codePointCount(0, password.length());
        if (length < LENGTH_MIN || length > LENGTH_MAX) {
            return Optional.of(
                    new FieldError(
                            pointer,
                            "invalid_length",
                            "Expected "
                                    + LENGTH_MIN
                                    + " to "
                                    + LENGTH_MAX
                                    + " characters; 15 or more are recommended."));
        }
        String start = password.substring(0, Math.min(password.length(), LOOKED_AT_MAX));
        double guesses = Estimator.ZXCVBN.measure(start, List.of(email, "postrider")).getGuesses();
        return guesses < GUESSES_MIN
                ? Optional.of(
                        new FieldError(
                                pointer,
                                "too_common",
                                "This password is easy to guess. Expected, for example, several unusual"
                                        + " words."))
                : Optional.empty();
    }
}
