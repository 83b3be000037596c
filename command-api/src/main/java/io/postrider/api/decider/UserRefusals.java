package io.postrider.api.decider;

import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.users.UserRejection;
import io.postrider.domain.users.UserRejection.EmailStale;
import io.postrider.domain.users.UserRejection.EmailTaken;
import io.postrider.domain.users.UserRejection.IdentityStale;
import io.postrider.domain.users.UserRejection.PasswordStale;
import io.postrider.domain.users.UserRejection.SecondFactorMissing;
import io.postrider.domain.users.UserRejection.SecondFactorRequired;
import io.postrider.domain.users.UserRejection.SecondFactorSetUp;
import io.postrider.domain.users.UserRejection.SecondFactorWrong;
import io.postrider.domain.users.UserRejection.UserExists;
import io.postrider.domain.users.UserRejection.UserMissing;
import io.postrider.schemas.Refusal;
import java.util.List;

/** What callers are told when a command on a user is refused. */
final class UserRefusals {

    private UserRefusals() {}

    static Refusal of(UserRejection rejection) {
        return switch (rejection) {
            case UserExists(String id) ->
                    Refusal.of("user_exists", "The user " + id + " exists already.");
            case UserMissing() -> Refusals.notFound("user");
            case EmailTaken() ->
                    Refusal.of("email_taken", "Somebody else signs in with this address.");
            case EmailStale() -> Refusal.of("email_changed", "The address was changed meanwhile.");
            case SecondFactorRequired() ->
                    Refusal.of("second_factor_required", "A code of the second factor is needed.");
            case PasswordStale() ->
                    Refusal.of("sign_in_refused", "The password was changed meanwhile.");
            case IdentityStale() ->
                    Refusal.of("sign_in_refused", "The account was linked anew meanwhile.");
            case SecondFactorSetUp() ->
                    Refusal.of("second_factor_set_up", "The user has a second factor already.");
            case SecondFactorMissing() ->
                    Refusal.of("second_factor_missing", "The user has no second factor.");
            case SecondFactorWrong() ->
                    codeAtFault("second_factor_wrong", "The code is wrong, or was used before.");
        };
    }

    private static Refusal codeAtFault(String code, String detail) {
        return new Refusal(code, detail, List.of(new FieldError("/code", code, detail)));
    }
}
