package io.postrider.expressions;

/**
 * Whether times can be read with a picture. The library makes a regular expression of it that takes endless time if two
 * parts of any length follow each other, and fills in the year of today if the picture has none.
 */
final class DatePicture {

    private static final String FIXED_DIGITS = "YMDHhms";

    private DatePicture() {}

    static void check(String picture) {
        boolean year = false;
        boolean open = false;
        int at = 0;
        while (at < picture.length()) {
            if (picture.charAt(at) != '[' || picture.startsWith("[[", at)) {
                open = open && Character.isLetterOrDigit(picture.charAt(at));
                at++;
                continue;
            }
            int close = picture.indexOf(']', at);
            String part = close < 0 ? "" : picture.substring(at + 1, close).strip();
            if (part.isEmpty()) {
                throw new IllegalArgumentException("The picture of the time is not valid.");
            }
            boolean zone = part.startsWith("Z");
            boolean fixed = isFixed(part);
            if (open && !fixed && !zone) {
                throw new IllegalArgumentException(
                        "In the picture of a time that is read, a part of any length needs a separator before the next.");
            }
            year = year || part.startsWith("Y");
            open = !fixed;
            at = close + 1;
        }
        if (!year) {
            throw new IllegalArgumentException(
                    "The picture of a time that is read needs the year.");
        }
    }

    /** One to four digits, whatever the picture says. */
    private static boolean isFixed(String part) {
        return FIXED_DIGITS.indexOf(part.charAt(0)) >= 0
                && part.substring(1).chars().allMatch(c -> "0123456789#,-*".indexOf(c) >= 0);
    }
}
