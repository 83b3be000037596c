package io.postrider.identity.users;

import com.nulabinc.zxcvbn.Zxcvbn;
import io.postrider.domain.kernel.FieldError;
import java.util.List;
import java.util.Optional;

/** Which passwords may be chosen: long enough, and not among the first to be guessed (NIST SP 800-63B, section 5.1.1.2). */
final class PasswordRule {

    static final int LENGTH_MIN = 8;
    static final int LENGTH_MAX = 200;

    /** What the service allows in a day of trying from many addresses, and more. */
    private static final double GUESSES_MIN = 1_000_000;

    /** Estimating takes longer than linear time; what begins like this is not guessed first. */
    private static final int LOOKED_AT_MAX = 64;

    /** Its dictionaries are read when the first password is chosen. */
    private static final class Estimator {
        private static final Zxcvbn ZXCVBN = new Zxcvbn();
    }

    private PasswordRule() {}

    /** What is wrong with a new password of a user with this address. */
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
