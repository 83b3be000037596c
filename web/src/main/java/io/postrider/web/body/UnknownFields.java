package io.postrider.web.body;

import io.postrider.domain.kernel.FieldError;
import io.postrider.web.problem.DisplayText;
import io.postrider.web.problem.Pointers;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds unknown names, and suggests similar ones. */
public final class UnknownFields {

    private static final int SHOWN_MAX = 20;

    private UnknownFields() {}

    static List<FieldError> among(Collection<String> given, Set<String> known) {
        return given.stream()
                .filter(name -> !known.contains(name))
                .limit(SHOWN_MAX)
                .map(name ->
                        new FieldError(
                                "/" + Pointers.escaped(name), "unknown_field", detail(name, known)))
                .toList();
    }

    public static String detail(String name, Set<String> known) {
        String shown = DisplayText.of(name);
        return "\""
                + shown
                + "\" is unknown here."
                + meant(shown, known).map(other -> " Did you mean \"" + other + "\"?").orElse("");
    }

    private static Optional<String> meant(String name, Set<String> known) {
        String nearest = null;
        int least = Math.max(1, name.length() / 3) + 1;
        for (String candidate : known) {
            int distance = distance(name, candidate);
            if (distance < least) {
                least = distance;
                nearest = candidate;
            }
        }
        return Optional.ofNullable(nearest);
    }

    /** The edit distance: letters to insert, delete or replace. */
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }
}
