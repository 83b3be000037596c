package io.postrider.web.resource;

import io.postrider.platform.offsets.ConsistencyToken;
import io.postrider.schemas.EventRecord;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Problem;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.node.ObjectNode;

/** What became of a write, in the terms of the public interface. */
public sealed interface WriteResult {

    /** The header that says where a write stands in the log. */
    String TOKEN_HEADER = "Consistency-Token";

    /** The code of the problem where nothing was heard of a command that was sent. */
    String OUTCOME_UNKNOWN = "outcome_unknown";

    /** The answer where the write holds; the problem where it does not. */
    default ApiResponse answer(Function<Holds, ApiResponse> held) {
        return switch (this) {
            case Holds holds -> held.apply(holds);
            case Failed(Problem problem, var _) -> problem;
            // Only who reserves hears this, and goes on.
            case Reserved _ -> Problem.internal();
        };
    }

    /**
     * It holds.
     *
     * @param event the newest one of the aggregate
     * @param replayed whether it held since an earlier request with the same Idempotency-Key
     */
    record Holds(EventRecord event, long version, ConsistencyToken token, boolean replayed)
            implements WriteResult {

        /** The answer, with where the write stands. */
        public ApiResponse.Reply on(ApiResponse.Reply reply) {
            ApiResponse.Reply placed = reply.with(TOKEN_HEADER, token.text());
            return replayed ? placed.with("Idempotent-Replayed", "true") : placed;
        }

        /** The answer that shows a resource that was made, and where it is from now on. */
        public ApiResponse.Reply made(ObjectNode body, String list) {
            String location = list + "/" + body.path("id").stringValue();
            return showing(ApiResponse.created(body, location));
        }

        /** The answer that shows the resource in its new version. */
        public ApiResponse.Reply showing(ApiResponse.Reply reply) {
            return on(reply.versioned(version));
        }
    }

    /**
     * The Idempotency-Key is taken for this request.
     *
     * @param at since when
     * @param replayed whether an earlier request took it, which was the same
     */
    record Reserved(Instant at, boolean replayed) implements WriteResult {}

    /**
     * It does not hold, or that is not known.
     *
     * @param token where it stands, if it was decided at all
     */
    record Failed(Problem problem, Optional<ConsistencyToken> token) implements WriteResult {

        /** Whether it certainly does not hold, and will not. */
        public boolean isFinal() {
            return !problem.code().equals(OUTCOME_UNKNOWN);
        }
    }
}
