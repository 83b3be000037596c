package io.postrider.domain.users;

import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.kernel.Rejection;
import java.util.List;

/** Rejections of commands on users and on claims of e-mail addresses. */
final class UserRejections {

    static final Rejection EMAIL_TAKEN =
            Rejection.conflict("email_taken", "Somebody else signs in with this address.");
    static final Rejection EMAIL_STALE =
            Rejection.conflict("email_changed", "The address was changed meanwhile.");
    static final Rejection PASSWORD_STALE = signInRefused("The password was changed meanwhile.");
    static final Rejection IDENTITY_STALE = signInRefused("The account was linked anew meanwhile.");
    static final Rejection SECOND_FACTOR_SET_UP =
            Rejection.conflict("second_factor_set_up", "The user has a second factor already.");
    static final Rejection SECOND_FACTOR_MISSING =
            Rejection.conflict("second_factor_missing", "The user has no second factor.");
    static final Rejection SECOND_FACTOR_REQUIRED =
            Rejection.of(
                    Rejection.Kind.UNAUTHENTICATED,
                    "second_factor_required",
                    "A code of the second factor is needed.");
    static final Rejection SECOND_FACTOR_WRONG = secondFactorWrong();

    private UserRejections() {}

    private static Rejection signInRefused(String detail) {
        return Rejection.of(Rejection.Kind.UNAUTHENTICATED, "sign_in_refused", detail);
    }

    private static Rejection secondFactorWrong() {
        String code = "second_factor_wrong";
        String detail = "The code is wrong, or was used before.";
        return new Rejection(
                Rejection.Kind.UNAUTHENTICATED,
                code,
                detail,
                List.of(new FieldError("/code", code, detail)));
    }
}
