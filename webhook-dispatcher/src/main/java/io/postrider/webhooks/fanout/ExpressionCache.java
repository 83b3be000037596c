package io.postrider.webhooks.fanout;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import io.postrider.expressions.EvaluationException;
import io.postrider.expressions.InvalidExpressionException;
import io.postrider.platform.meters.Bounds;
import io.postrider.platform.meters.Bounds.Kind;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Compiled expressions by their texts; those used last are kept. */
final class ExpressionCache<T> {

    private static final Logger LOGGER = LoggerFactory.getLogger(ExpressionCache.class);

    private static final int KEPT_CHARS = 500_000;

    /** What a compiled expression takes however short it is, in characters. */
    private static final int LEAST_CHARS = 100;

    private final LoadingCache<String, Optional<T>> kept;

    /** Compiles a text. */
    interface Compiler<T> {
        T compile(String source) throws InvalidExpressionException;
    }

    ExpressionCache(Compiler<T> compiler) {
        kept =
                Caffeine.newBuilder()
                        .maximumWeight(KEPT_CHARS)
                        .weigher((String source, Optional<T> _) -> LEAST_CHARS + source.length())
                        .build(source -> compiled(source, compiler));
    }

    /** Shows how many characters are kept. */
    void show(Bounds bounds, String name) {
        bounds.show(
                Kind.CACHE,
                name,
                () -> kept.policy().eviction().orElseThrow().weightedSize().orElse(0),
                KEPT_CHARS);
    }

    T of(String source) throws EvaluationException {
        return kept.get(source)
                .orElseThrow(() -> new EvaluationException("The expression cannot be compiled."));
    }

    /** Nothing for a text that was taken when it was saved, and is not any more. */
    private static <T> Optional<T> compiled(String source, Compiler<T> compiler) {
        try {
            return Optional.of(compiler.compile(source));
        } catch (InvalidExpressionException _) {
            LOGGER.atWarn().log("The filter or transform of a webhook cannot be compiled");
            return Optional.empty();
        }
    }
}
