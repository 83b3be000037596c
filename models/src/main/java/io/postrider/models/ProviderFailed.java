package io.postrider.models;

import io.postrider.web.problem.Problem;

/** A provider failed within its answer; it travels to where the answer is written, and no further. */
final class ProviderFailed extends RuntimeException {

    private final transient Problem problem;

    ProviderFailed(Problem problem) {
        super(problem.code(), null, false, false);
        this.problem = problem;
    }

    static void fail(Problem problem) {
        throw new ProviderFailed(problem);
    }

    Problem problem() {
        return problem;
    }
}
