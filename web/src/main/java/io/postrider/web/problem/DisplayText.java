package io.postrider.web.problem;

/** Text of a client in a form that can be shown: short and printable. */
public final class DisplayText {

    private static final int LENGTH_MAX = 100;
    private static final int REPLACEMENT = 0xfffd;

    private DisplayText() {}

    /** At most 100 characters of it; unprintable ones become U+FFFD. */
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
