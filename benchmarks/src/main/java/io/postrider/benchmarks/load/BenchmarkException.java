package io.postrider.benchmarks.load;

/** The reason why a benchmark cannot measure, as one sentence for its user. */
public final class BenchmarkException extends RuntimeException {

    public BenchmarkException(String message) {
        super(message);
    }

    public BenchmarkException(String message, Throwable cause) {
        super(message, cause);
    }
}
