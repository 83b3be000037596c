package io.postrider.models;

import io.postrider.web.problem.Problem;

/** A failure of a provider within its response; the writer of the response handles it. */
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
