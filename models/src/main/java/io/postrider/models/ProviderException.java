package io.postrider.models;

import io.postrider.web.problem.Problem;

/** A provider failed within its answer; it travels to where the answer is written, and no further. */
final class ProviderException extends RuntimeException {

    private final transient Problem problem;

    ProviderException(Problem problem) {
        super(problem.code(), null, false, false);
        this.problem = problem;
    }

    static void fail(Problem problem) {
        throw new ProviderException(problem);
    }

    Problem problem() {
        return problem;
    }
}
