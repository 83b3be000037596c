package io.postrider.expressions;

import java.util.List;
import java.util.Random;

/** Generates texts that try to take endless time or memory, the same for the same seed. */
abstract class HostileTexts {

    private static final List<Integer> NUMBERS =
            List.of(0, 1, 99, 10_000, 262_144, 1_000_000_000, -7);

    private static final List<String> REGEXES =
            List.of(
                    "(a+)+$",
                    "(a|aa)+$",
                    "(a|a?)+$",
                    "^(([a-z])+.)+[A-Z]([a-z])+$",
                    "((((a{100}){100}){100}){100}){100}",
                    "(a{1000}){1000}",
                    "(x+x+)+y",
                    "(.*)*(.*)*(.*)*=",
                    "(a*)*b",
                    "[a-z]{0,1000}[0-9]{0,1000}",
                    "\\\\Q((a{1000}){1000}){1000}\\\\E",
                    "[]a{1000}](a{9}){9}",
                    "(?=a)a",
                    "(?i)[!-😀]",
                    "a{1,99999}",
                    "((((((((((a?){9}){9}){9}){9}){9}){9}){9}){9}){9}){9}",
                    "(");

    private final Random random;

    HostileTexts(long seed) {
        this.random = new Random(seed);
    }

    /** One text of each kind in turn. */
    final String next(int number) {
        List<String> templates = templates();
        return switch (number % 4) {
            case 0 -> soup();
            case 1 -> mutated(filled(pick(templates)));
            case 2 -> number % 8 == 2 ? unreadable() : filled(pick(templates));
            default -> filled(templates.get(number / 4 % templates.size()));
        };
    }

    /**
     * Texts in which ⟪N⟫ stands for a number, ⟪R⟫ for a regular expression, and ⟦9⁏a⁏b⁏c⟧ for one to nine times a, then b,
     * then as often c.
     */
    abstract List<String> templates();

    abstract List<String> tokens();

    private String filled(String template) {
        String text = template;
        int start = text.lastIndexOf('⟦');
        while (start >= 0) {
            int end = text.indexOf('⟧', start);
            text =
                    text.substring(0, start)
                            + repeated(text.substring(start + 1, end))
                            + text.substring(end + 1);
            start = text.lastIndexOf('⟦');
        }
        return text.replace("⟪N⟫", String.valueOf(pick(NUMBERS))).replace("⟪R⟫", pick(REGEXES));
    }

    private String repeated(String template) {
        String[] parts = template.split("⁏", -1);
        int times = 1 + random.nextInt(Integer.parseInt(parts[0]));
        String after = parts.length > 3 ? parts[3].repeat(times) : "";
        return parts[1].repeat(times) + parts[2] + after;
    }

    private String soup() {
        StringBuilder soup = new StringBuilder();
        int tokens = 1 + random.nextInt(300);
        for (int i = 0; i < tokens; i++) {
            soup.append(pick(tokens())).append(random.nextInt(3) == 0 ? " " : "");
        }
        return soup.toString();
    }

    private String mutated(String text) {
        StringBuilder mutated = new StringBuilder(text);
        for (int i = random.nextInt(4); i >= 0 && !mutated.isEmpty(); i--) {
            int at = random.nextInt(mutated.length());
            switch (random.nextInt(3)) {
                case 0 -> mutated.deleteCharAt(at);
                case 1 -> mutated.insert(at, pick(tokens()));
                default ->
                        mutated.insert(
                                at, mutated.substring(at, Math.min(mutated.length(), at + 40)));
            }
        }
        return mutated.toString();
    }

    private String unreadable() {
        StringBuilder text = new StringBuilder();
        int chars = random.nextInt(5_000);
        while (text.length() < chars) {
            text.appendCodePoint(
                    random.nextBoolean()
                            ? 32 + random.nextInt(95)
                            : random.nextInt(Character.MAX_CODE_POINT));
        }
        return text.toString();
    }

    private <T> T pick(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }
}
