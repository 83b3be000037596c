package io.postrider.domain.contacts;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Telephone numbers in E.164, and their canonical form. Brazil, Mexico and Argentina write a mobile number in two ways, and
 * WhatsApp accepts and reports either. Contacts are found by {@link #canonical}; messages and responses contain the number as
 * it was given.
 */
public final class PhoneNumber {

    private static final Pattern E164 = Pattern.compile("\\+[1-9][0-9]{6,14}");
    private static final Pattern SIGNS =
            Pattern.compile("\\(0\\)|[\\s\\p{Z}\\p{Cf}\\p{Pd}().\\u2212/]");

    /**
     * Prefixes that are dialled within a country and do not belong to the number: the 15 of Argentina corresponds to the 9
     * abroad.
     */
    private static final List<Map.Entry<Pattern, String>> NATIONAL =
            List.of(
                    Map.entry(Pattern.compile("\\+550([1-9][0-9]{9,10})"), "+55$1"),
                    Map.entry(Pattern.compile("\\+520(?:1|44|45)([0-9]{10})"), "+52$1"),
                    Map.entry(Pattern.compile("\\+549?0(9?[1-9][0-9]{9,11})"), "+54$1"),
                    Map.entry(Pattern.compile("\\+549?(11)15([0-9]{8})"), "+549$1$2"),
                    Map.entry(Pattern.compile("\\+549?([0-9]{3})15([0-9]{7})"), "+549$1$2"),
                    Map.entry(Pattern.compile("\\+549?([0-9]{4})15([0-9]{6})"), "+549$1$2"));

    /** The ninth digit of mobile numbers in Brazil, the 1 in Mexico and the 9 in Argentina. */
    private static final List<Map.Entry<Pattern, String>> FORMS =
            List.of(
                    Map.entry(Pattern.compile("\\+55([1-9]{2})([6-9][0-9]{7})"), "+55$19$2"),
                    Map.entry(Pattern.compile("\\+521([0-9]{10})"), "+52$1"),
                    Map.entry(Pattern.compile("\\+549([0-9]{10})"), "+54$1"));

    private PhoneNumber() {}

    /** The number that a text stands for, which begins with + or 00; empty if it is none. */
    public static Optional<String> parse(String text) {
        StringBuilder digits = new StringBuilder();
        SIGNS.matcher(text.replace('\uFF0B', '+'))
                .replaceAll("")
                .codePoints()
                .forEach(sign -> {
                    int digit = Character.digit(sign, 10);
                    digits.appendCodePoint(digit < 0 ? sign : '0' + digit);
                });
        String number = digits.toString();
        String international = number.startsWith("00") ? "+" + number.substring(2) : number;
        return Optional.of(replaced(NATIONAL, international))
                .filter(plain -> E164.matcher(plain).matches());
    }

    /** The form that stands for all forms of a number; any other text is its own. */
    public static String canonical(String number) {
        return replaced(FORMS, parse(number).orElse(number));
    }

    private static String replaced(List<Map.Entry<Pattern, String>> rules, String number) {
        String plain = number;
        for (Map.Entry<Pattern, String> rule : rules) {
            var matcher = rule.getKey().matcher(plain);
            if (matcher.matches()) {
                plain = matcher.replaceFirst(rule.getValue());
            }
        }
        return plain;
    }
}
