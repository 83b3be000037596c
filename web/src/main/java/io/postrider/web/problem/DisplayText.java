package io.postrider.web.problem;

/** Text of a caller as it may be shown again: short, and without what a reader could not show. */
public final class DisplayText {

    private static final int LENGTH_MAX = 100;
    private static final int REPLACEMENT = 0xfffd;

    private DisplayText() {}

    /** At most 100 characters of it; what has no shape of its own is shown as U+FFFD. */
    public static String of(String text) {
        StringBuilder out = new StringBuilder();
        text.codePoints().limit(LENGTH_MAX).map(DisplayText::shown).forEach(out::appendCodePoint);
        return out.toString();
    }

    private static int shown(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.UNASSIGNED,
                    Character.PRIVATE_USE ->
                    REPLACEMENT;
            default -> codePoint;
        };
    }
}
