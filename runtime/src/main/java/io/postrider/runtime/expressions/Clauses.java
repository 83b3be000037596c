package io.postrider.runtime.expressions;

import java.util.List;

/** The operands of the outermost && of a CEL text that compiles. */
final class Clauses {

    private Clauses() {}

    static List<String> of(String source) {
        return List.of(source);
    }
}
