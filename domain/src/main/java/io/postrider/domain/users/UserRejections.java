package io.postrider.domain.users;

import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.kernel.Rejection;
import java.util.List;

/** Rejections of commands on users and on claims of e-mail addresses. */
final class UserRejections {

    static final Rejection EMAIL_TAKEN =
            Rejection.conflict("email_taken", "Another user has this e-mail address.");
    static final Rejection EMAIL_STALE =
            Rejection.conflict(
                    "email_changed", "The e-mail address was changed by another request.");
    static final Rejection PASSWORD_STALE =
            signInRefused("The password was changed by another request.");
    static final Rejection IDENTITY_STALE =
            signInRefused("The linked account was changed by another request.");
    static final Rejection SECOND_FACTOR_SET_UP =
            Rejection.conflict("second_factor_set_up", "The user already has a second factor.");
    static final Rejection SECOND_FACTOR_MISSING =
            Rejection.conflict("second_factor_missing", "The user has no second factor.");
    static final Rejection SECOND_FACTOR_REQUIRED =
            Rejection.of(
                    Rejection.Kind.UNAUTHENTICATED,
                    "second_factor_required",
                    "A code of the second factor is required.");
    static final Rejection SECOND_FACTOR_WRONG = secondFactorWrong();

    private UserRejections() {}

    private static Rejection signInRefused(String detail) {
        return Rejection.of(Rejection.Kind.UNAUTHENTICATED, "sign_in_refused", detail);
    }

    private static Rejection secondFactorWrong() {
        String code = "second_factor_wrong";
        String detail = "The code is wrong or was already used.";
        return new Rejection(
                Rejection.Kind.UNAUTHENTICATED,
                code,
                detail,
                List.of(new FieldError("/code", code, detail)));
    }
}
