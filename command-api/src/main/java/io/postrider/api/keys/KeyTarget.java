package io.postrider.api.keys;

import io.postrider.api.http.Change;
import io.postrider.api.http.Problem;
import io.postrider.api.http.Written;
import io.postrider.schemas.Context;
import io.postrider.schemas.Idempotency;
import java.util.Optional;

/**
 * Which key a request is about.
 *
 * @param expectedVersion the one that the request means; empty for any
 */
record KeyTarget(String id, Optional<Long> expectedVersion) {

    Change change(Record command, long version, Optional<Idempotency> idempotency) {
        return new Change(Context.KEYS, id, command, Optional.of(version), idempotency);
    }

    /** Whether nobody said which version he meant, and there is a newer one than was looked at. */
    boolean isOutrun(Written written) {
        return expectedVersion.isEmpty()
                && written instanceof Written.Failed(Problem problem, var _)
                && problem.code().equals("version_mismatch");
    }
}
