package io.postrider.expressions;

import java.util.ArrayList;
import java.util.List;

/** Finds the operands of the outermost {@code &&} in a CEL text that compiles. */
final class Conjuncts {

    private final String source;
    private final List<Integer> conjunctions = new ArrayList<>();
    private boolean looser;
    private int closes = -1;
    private int depth;

    private Conjuncts(String source) {
        this.source = source;
    }

    /** The texts of the operands in order; the text itself if its outermost operator is another. */
    static List<String> of(String source) {
        String text = source.strip();
        while (true) {
            Conjuncts clauses = new Conjuncts(text);
            clauses.scan();
            if (!clauses.looser && !clauses.conjunctions.isEmpty()) {
                return clauses.operands();
            }
            if (!text.startsWith("(") || clauses.closes != text.length() - 1) {
                return List.of(source);
            }
            text = text.substring(1, text.length() - 1).strip();
        }
    }

    private List<String> operands() {
        List<String> operands = new ArrayList<>();
        int start = 0;
        for (int at : conjunctions) {
            operands.add(source.substring(start, at).strip());
            start = at + 2;
        }
        operands.add(source.substring(start).strip());
        return operands;
    }

    private void scan() {
        int at = 0;
        while (at < source.length()) {
            switch (source.charAt(at)) {
                case '"', '\'' -> at = afterText(at);
                case '`' -> at = after("`", at + 1);
                case '/' -> at = source.startsWith("//", at) ? after("\n", at) : at + 1;
                case '(', '[', '{' -> {
                    depth++;
                    at++;
                }
                case ')', ']', '}' -> close(at++);
                default -> at = operator(at);
            }
        }
    }

    private void close(int at) {
        if (--depth == 0 && closes < 0) {
            closes = at;
        }
    }

    private int operator(int at) {
        if (depth > 0) {
            return at + 1;
        }
        if (source.startsWith("&&", at)) {
            conjunctions.add(at);
            return at + 2;
        }
        if (source.startsWith("||", at) || source.charAt(at) == '?') {
            looser = true;
        }
        return at + 1;
    }

    private int afterText(int open) {
        String quote = source.substring(open, open + 1);
        if (source.startsWith(quote.repeat(3), open)) {
            quote = quote.repeat(3);
        }
        boolean raw = open > 0 && "rR".indexOf(source.charAt(open - 1)) >= 0;
        int at = open + quote.length();
        while (at < source.length() && !source.startsWith(quote, at)) {
            at += !raw && source.charAt(at) == '\\' ? 2 : 1;
        }
        return at + quote.length();
    }

    private int after(String end, int from) {
        int at = source.indexOf(end, from);
        return at < 0 ? source.length() : at + 1;
    }
}
