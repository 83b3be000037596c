package io.postrider.web.resource;

import io.postrider.platform.offsets.ConsistencyToken;
import io.postrider.schemas.EventRecord;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Problem;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.node.ObjectNode;

/** The result of a write in the terms of the public interface. */
public sealed interface WriteResult {

    /** The header with the position of a write in the log. */
    String TOKEN_HEADER = "Consistency-Token";

    /** The code of the problem if no outcome of a command arrived. */
    String OUTCOME_UNKNOWN = "outcome_unknown";

    /** The response of a successful write; otherwise the problem. */
    default ApiResponse answer(Function<Holds, ApiResponse> held) {
        return switch (this) {
            case Holds holds -> held.apply(holds);
            case Failed(Problem problem, var _) -> problem;
            // Only the code that reserves handles this.
            case Reserved _ -> Problem.internal();
        };
    }

    /**
     * The write succeeded.
     *
     * @param event newest event of the aggregate
     * @param replayed whether an earlier request with the same Idempotency-Key made the write
     */
    record Holds(EventRecord event, long version, ConsistencyToken token, boolean replayed)
            implements WriteResult {

        /** The response, with the position of the write. */
        public ApiResponse.Reply on(ApiResponse.Reply reply) {
            ApiResponse.Reply placed = reply.with(TOKEN_HEADER, token.text());
            return replayed ? placed.with("Idempotent-Replayed", "true") : placed;
        }

        /** The response that shows a created resource and its location. */
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
     * The Idempotency-Key is reserved for this request.
     *
     * @param at time of the reservation
     * @param replayed whether an earlier, equal request made the reservation
     */
    record Reserved(Instant at, boolean replayed) implements WriteResult {}

    /**
     * The write failed, or its outcome is unknown.
     *
     * @param token position of the decision, if there was one
     */
    record Failed(Problem problem, Optional<ConsistencyToken> token) implements WriteResult {

        /** Whether the write certainly failed and will not take effect. */
        public boolean isFinal() {
            return !problem.code().equals(OUTCOME_UNKNOWN);
        }
    }
}
