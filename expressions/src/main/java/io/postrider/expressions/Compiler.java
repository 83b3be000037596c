package io.postrider.expressions;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/**
 * Compiles on a thread of its own. The parsers call themselves for every level of a text; with a large stack the result
 * does not depend on how much of its stack the caller has used. And JSONata leaves the expression that was compiled
 * last with its thread, from where it would mix with the evaluation of others.
 */
final class Compiler {

    private static final long STACK_BYTES = 64L << 20;

    private Compiler() {}

    static <T> T compile(Callable<T> work) throws InvalidExpressionException {
        FutureTask<T> task = new FutureTask<>(work);
        Thread thread = new Thread(null, task, "expression-compiler", STACK_BYTES);
        thread.setDaemon(true);
        thread.start();
        try {
            return uninterrupted(task);
        } catch (ExecutionException e) {
            throw invalid(e.getCause());
        }
    }

    private static InvalidExpressionException invalid(@Nullable Throwable cause) {
        return switch (cause) {
            case InvalidExpressionException invalid -> invalid;
            case StackOverflowError _ ->
                    new InvalidExpressionException("The expression is nested too deeply.", 0, 0);
            case Error error -> throw error;
            case null -> throw new IllegalStateException("A compilation failed without a cause.");
            case Throwable other ->
                    new InvalidExpressionException(
                            Texts.oneLine(String.valueOf(other.getMessage())), 0, 0);
        };
    }

    private static <T> T uninterrupted(FutureTask<T> task) throws ExecutionException {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return task.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
