package io.postrider.web.route;

import io.postrider.web.problem.ApiResponse;
import reactor.core.publisher.Mono;

/** Answers the requests of one operation, which have passed all that operations share. */
public interface ApiHandler {

    /** The response; fails only because of bugs. */
    Mono<ApiResponse> handle(ApiRequest request);
}
