package io.postrider.expressions;

import com.dashjoin.jsonata.JException;
import com.dashjoin.jsonata.Parser.Symbol;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The symbols of the parser, which looks up every operator that it reads. Of the left side of {@code ??} and
 * {@code ?:} the parser makes a copy, so that the text doubles with each that is in the left side of another.
 */
final class JsonataSymbols extends HashMap<String, Symbol> {

    private static final int DOUBLINGS = 6;

    private final transient Deque<Level> levels = new ArrayDeque<>();

    JsonataSymbols(Map<String, Symbol> symbols) {
        super(symbols);
        levels.push(new Level());
    }

    @Override
    public @Nullable Symbol get(Object token) {
        switch (String.valueOf(token)) {
            case "(", "[", "{" -> levels.push(new Level());
            case ")", "]", "}" -> close();
            case ",", ";", ":" -> levels.getFirst().operand = 0;
            case "??", "?:" -> levels.getFirst().copy();
            default -> {}
        }
        return super.get(token);
    }

    private void close() {
        // A bracket too many is left for the parser to refuse.
        if (levels.size() > 1) {
            int doublings = levels.pop().most;
            levels.getFirst().operand(doublings);
        }
    }

    /** A copy is made by serialization, of all that is reachable; it needs no table. */
    private Object writeReplace() {
        return new HashMap<String, Symbol>();
    }

    /** Between brackets: how often an operand that is read, and the most that any, doubles. */
    private static final class Level {

        private int operand;
        private int most;

        void operand(int doublings) {
            operand = Math.max(operand, doublings);
            most = Math.max(most, doublings);
        }

        void copy() {
            most = Math.max(most, operand + 1);
            operand = 0;
            if (most > DOUBLINGS) {
                throw new JException(
                        "Too many ?? and ?: are nested in left operands; use variables.", -1);
            }
        }
    }
}
