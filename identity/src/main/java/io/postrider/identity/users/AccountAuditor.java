package io.postrider.identity.users;

import io.postrider.domain.users.User;
import io.postrider.identity.auth.MembershipAudits;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.resource.WriteResult;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.route.AuditTrail.Deed;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Records account activity in the audit log of each of the user's workspaces: what the user did, and which attempts in the
 * user's name were rejected.
 */
public final class AccountAuditor {

    private final MembershipAudits audits;

    AccountAuditor(MembershipAudits audits) {
        this.audits = audits;
    }

    /** The action of the user. */
    public enum Act {
        SIGNED_IN,
        SESSION_RENEWED,
        SIGNED_OUT,
        SIGNED_OUT_EVERYWHERE,
        PASSWORD_CHANGED,
        EMAIL_CHANGED,
        IDENTITY_LINKED,
        SECOND_FACTOR_SET_UP,
        SECOND_FACTOR_REMOVED,
        RECOVERY_CODES_RENEWED;

        /** The name in the audit log. */
        String label() {
            return "user." + name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Records an action, unless an earlier request has done it.
     *
     * @param method method of authentication; null if the action required none
     */
    public void did(
            ApiRequest request,
            WriteResult.Holds holds,
            String userId,
            Act act,
            @Nullable String method) {
        if (!holds.replayed()) {
            take(request, Optional.of(userId), new Deed.Done(act.label(), method));
        }
    }

    /** The response to a signed-in user, after the action is recorded. */
    Function<WriteResult.Holds, ApiResponse> telling(
            ApiRequest request,
            Act act,
            @Nullable String method,
            Function<WriteResult.Holds, ApiResponse> answer) {
        return holds -> {
            did(request, holds, request.principal().id(), act, method);
            return answer.apply(holds);
        };
    }

    /**
     * Records a wrong credential.
     *
     * @param user empty if no such user exists, which takes as long
     */
    void refused(ApiRequest request, Optional<User> user, String code) {
        take(request, user.map(User::id), new Deed.Denied(code));
    }

    private void take(ApiRequest request, Optional<String> userId, Deed deed) {
        audits.take(userId, request.operation(), deed, request.requestId(), request.headers());
    }
}
