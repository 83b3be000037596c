package io.postrider.api.http;

import io.postrider.schemas.Actor;

/** Hears of requests by somebody known that were turned away. */
@FunctionalInterface
public interface Denials {

    /**
     * Takes a refusal down, or counts it with others like it. Never blocks and never throws.
     *
     * @param operation method and path, with the names of its variables
     * @param code of the problem that it is answered with
     */
    void denied(Actor actor, String workspace, String operation, String code, String requestId);
}
