package io.postrider.benchmarks;

/** Why nothing can be measured, as one sentence for whoever started it. */
final class BenchmarkFailed extends RuntimeException {

    BenchmarkFailed(String message) {
        super(message);
    }

    BenchmarkFailed(String message, Throwable cause) {
        super(message, cause);
    }
}
