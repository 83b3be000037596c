package io.postrider.benchmarks.load;

/** Why nothing can be measured, as one sentence for whoever started it. */
public final class BenchmarkException extends RuntimeException {

    public BenchmarkException(String message) {
        super(message);
    }

    public BenchmarkException(String message, Throwable cause) {
        super(message, cause);
    }
}
