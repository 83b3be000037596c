package io.postrider.benchmarks;

/** Why nothing can be measured, as one sentence for whoever started it. */
final class BenchmarkException extends RuntimeException {

    BenchmarkException(String message) {
        super(message);
    }

    BenchmarkException(String message, Throwable cause) {
        super(message, cause);
    }
}
