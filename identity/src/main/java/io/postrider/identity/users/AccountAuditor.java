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

/** Tells the workspaces that somebody is a member of what he did about his account, and what was refused in his name. */
public final class AccountAuditor {

    private final MembershipAudits audits;

    AccountAuditor(MembershipAudits audits) {
        this.audits = audits;
    }

    /** What he did. */
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

        /** As the audit calls it. */
        String label() {
            return "user." + name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * He did it, unless he did by an earlier request already.
     *
     * @param method how he proved who he is; null where that was not asked
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

    /** The answer to whoever is signed in and did it, once it is told. */
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
     * Something was wrong that somebody gave in his name.
     *
     * @param user empty where there is nobody of that name, which takes as long
     */
    void refused(ApiRequest request, Optional<User> user, String code) {
        take(request, user.map(User::id), new Deed.Denied(code));
    }

    private void take(ApiRequest request, Optional<String> userId, Deed deed) {
        audits.take(userId, request.operation(), deed, request.requestId(), request.headers());
    }
}
