package io.postrider.expressions.bounds;

/** About how many instructions a regular expression has when its repetitions are written out; never far too few. */
final class RegexSize {

    private static final long MOST = 1_000_000;

    private final String source;
    private int at;

    private RegexSize(String source) {
        this.source = source;
    }

    static long of(String source) {
        RegexSize size = new RegexSize(source);
        long sum = 0;
        // A closing bracket too many is left for the parser of RE2 to refuse.
        while (size.at < source.length()) {
            sum = sum(sum, size.alternatives());
            size.at++;
        }
        return sum;
    }

    private long alternatives() {
        long sum = 1;
        passOver();
        while (at < source.length() && source.charAt(at) != ')') {
            long atom = atom();
            sum = sum(sum, repeated(atom));
        }
        return sum;
    }

    private long atom() {
        return switch (source.charAt(at++)) {
            case '(' -> group();
            case '[' -> characterClass();
            case '\\' -> escape();
            default -> 1;
        };
    }

    private long group() {
        if (source.startsWith("?", at)) {
            at = afterFlags(at) + 1;
        }
        long inner = alternatives();
        at++;
        return sum(inner, 2);
    }

    /** The end of the flags or the name of a group. */
    private int afterFlags(int from) {
        int end = from;
        while (end < source.length() && ":>)".indexOf(source.charAt(end)) < 0) {
            end++;
        }
        return end;
    }

    /** Skips comments and flags; a repetition after them applies to the element before. */
    private void passOver() {
        int start;
        do {
            start = at;
            if (source.startsWith("(?", at) && source.startsWith(")", afterFlags(at))) {
                at = afterFlags(at) + 1;
            } else if (source.startsWith("\\Q\\E", at)) {
                at += 4;
            }
        } while (at > start);
    }

    private long characterClass() {
        if (source.startsWith("^", at)) {
            at++;
        }
        // A closing bracket that comes first is a character of the class.
        boolean first = true;
        while (at < source.length() && (first || source.charAt(at) != ']')) {
            first = false;
            if (source.startsWith("[:", at)) {
                int end = afterNamedClass();
                if (end < 0) {
                    return MOST;
                }
                at = end;
            } else {
                at += source.charAt(at) == '\\' ? 2 : 1;
            }
        }
        at++;
        return 1;
    }

    /** The end of a class such as [:alpha:]; -1 if it is ambiguous. */
    private int afterNamedClass() {
        int end = source.indexOf(":]", at + 2);
        String name = end < 0 ? "" : source.substring(at + 2, end);
        boolean certain = name.matches("\\^?[a-z]+") && source.charAt(at - 1) != '-';
        return certain ? end + 2 : -1;
    }

    private long escape() {
        if (source.startsWith("Q", at)) {
            int end = source.indexOf("\\E", at);
            int from = at;
            at = end < 0 ? source.length() : end + 2;
            return (long) at - from;
        }
        boolean braces = source.startsWith("{", at + 1) && "pPx".indexOf(source.charAt(at)) >= 0;
        int close = braces ? source.indexOf('}', at) : -1;
        at = close >= 0 ? close + 1 : at + 1;
        return 1;
    }

    private long repeated(long atom) {
        long size = atom;
        passOver();
        while (at < source.length() && "*+?{".indexOf(source.charAt(at)) >= 0) {
            if (source.charAt(at) == '{') {
                int close = source.indexOf('}', at);
                long times = close < 0 ? 0 : times(source.substring(at + 1, close));
                if (times == 0) {
                    return size;
                }
                at = close;
                size = Math.min(MOST, (size + 1) * times);
            } else {
                size = sum(size, 1);
            }
            at++;
            passOver();
        }
        return size;
    }

    /** The larger of the two numbers, and one more because the last can be repeated without end; 0 if it is no repetition. */
    private static long times(String repetition) {
        long most = 0;
        for (String number : repetition.split(",", 3)) {
            if (!number.isEmpty() && !number.chars().allMatch(c -> c >= '0' && c <= '9')) {
                return 0;
            }
            most =
                    Math.max(
                            most,
                            number.isEmpty()
                                    ? 0
                                    : number.length() > 4 ? MOST : Long.parseLong(number));
        }
        return most + 1;
    }

    private static long sum(long a, long b) {
        return Math.min(MOST, a + b);
    }
}
