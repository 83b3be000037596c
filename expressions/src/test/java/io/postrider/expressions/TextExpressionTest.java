package io.postrider.expressions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.schemas.json.Json;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextExpressionTest {

    private static final String BODY =
            "{\"kind\":\"push\",\"n\":1,\"long\":\"" + "x".repeat(9_000) + "\"}";

    @Test
    void itMakesAText() throws Exception {
        assertThat(made("'github.' + body.kind")).isEqualTo("github.push");
        assertThat(made("body.kind")).isEqualTo("push");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "body.n",
                "body.missing",
                "body.kind + body.n",
                "'x'.replace('', body.long).replace('', body.long).replace('', body.long)"
            })
    void anythingElseFails(String source) {
        assertThatThrownBy(() -> made(source)).isInstanceOf(EvaluationException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "true", "other.kind", "'a", "", "[body.kind]"})
    void expressionsWithoutATextAreRejected(String source) {
        assertThatThrownBy(() -> TextExpression.compile(source, Set.of("body")))
                .isInstanceOf(InvalidExpressionException.class);
    }

    private static String made(String source) throws Exception {
        return TextExpression.compile(source, Set.of("body"))
                .of(Map.of("body", Json.mapper().readTree(BODY)));
    }
}
