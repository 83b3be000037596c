package io.postrider.expressions.bounds;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;

/**
 * A regular expression of both languages: RE2, which takes time in proportion to the text. Its size is estimated before
 * it is compiled, because nested repetitions multiply: 25 characters can ask for a million million instructions.
 */
public final class Regex {

    private static final int INSTRUCTIONS = 2_000;
    private static final int CHARS = 1_000;

    /** From here on RE2/J looks for the lower case of some characters, and of ranges that hold them, without end. */
    private static final int FOLDED = 0x1C80;

    private static final Pattern ANY_CASE = Pattern.compile("\\(\\?[imsU-]*i");

    private final Pattern pattern;

    private Regex(Pattern pattern) {
        this.pattern = pattern;
    }

    /**
     * Compiles a pattern.
     *
     * @param flags those of {@link Pattern}
     * @throws IllegalArgumentException if it is no pattern, or too large
     */
    public static Regex of(String source, int flags) {
        if (source.length() > CHARS || RegexSize.of(source) > INSTRUCTIONS) {
            throw new IllegalArgumentException(
                    "A regular expression has at most 1,000 characters, and 2,000 with its repetitions written out.");
        }
        boolean anyCase =
                (flags & Pattern.CASE_INSENSITIVE) != 0 || ANY_CASE.matcher(source).find();
        if (anyCase
                && (source.contains("\\x{") || !source.codePoints().allMatch(c -> c < FOLDED))) {
            throw new IllegalArgumentException(
                    "A regular expression for upper and lower case has no characters beyond U+1C7F, and no \\x{...}.");
        }
        try {
            return new Regex(Pattern.compile(source, flags));
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException(
                    "This regular expression is not valid: " + e.getDescription(), e);
        }
    }

    public boolean isIn(String text) {
        return find(matcher(text));
    }

    /** Finds from start to end of a text, with {@link #find}. */
    public Matcher matcher(String text) {
        Budget.CURRENT.get().match(text.length(), pattern.programSize());
        return pattern.matcher(text);
    }

    /** The next match, as a step of the evaluation that runs. */
    public static boolean find(Matcher matcher) {
        Budget.CURRENT.get().step();
        return matcher.find();
    }
}
