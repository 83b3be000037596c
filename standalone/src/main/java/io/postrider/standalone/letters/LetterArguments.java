package io.postrider.standalone.letters;

import io.postrider.standalone.CommandException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The words and the options of a command line.
 *
 * @param options the values of options that have one
 * @param flags the options that have none
 */
record LetterArguments(List<String> words, Map<String, String> options, Set<String> flags) {

    static final String APPLICATION = "--application";
    static final String WORKSPACE = "--workspace";
    static final String LIMIT = "--limit";
    static final String VALUE = "--value";
    static final String HELP = "--help";

    private static final Set<String> WITH_VALUE = Set.of(APPLICATION, WORKSPACE, LIMIT);
    private static final Set<String> WITHOUT_VALUE = Set.of(VALUE, HELP);
    private static final int LIMIT_DEFAULT = 100;

    LetterArguments {
        words = List.copyOf(words);
        options = Map.copyOf(options);
        flags = Set.copyOf(flags);
    }

    static LetterArguments of(String... arguments) {
        List<String> words = new ArrayList<>();
        Map<String, String> options = new HashMap<>();
        Set<String> flags = new HashSet<>();
        var rest = Arrays.asList(arguments).iterator();
        while (rest.hasNext()) {
            String next = rest.next();
            if (WITHOUT_VALUE.contains(next)) {
                flags.add(next);
            } else if (WITH_VALUE.contains(next)) {
                if (!rest.hasNext()) {
                    throw CommandException.usage(next + " requires a value");
                }
                options.put(next, rest.next());
            } else if (next.startsWith("-")) {
                throw CommandException.usage("unknown option: " + next);
            } else {
                words.add(next);
            }
        }
        return new LetterArguments(words, options, flags);
    }

    /** Refuses options that an action does not take. */
    void require(String action, Set<String> known) {
        for (Set<String> given : List.of(options.keySet(), flags)) {
            given.stream()
                    .filter(option -> !known.contains(option))
                    .findFirst()
                    .ifPresent(option -> {
                        throw CommandException.usage(action + " does not accept " + option);
                    });
        }
    }

    /** The words behind the action. */
    List<String> ids() {
        return words.subList(1, words.size());
    }

    /** Whether the options ask for a letter. */
    boolean matches(Letter letter) {
        return option(APPLICATION).map(letter.content().application()::equals).orElse(true)
                && option(WORKSPACE)
                        .map(asked -> asked.equals(letter.content().workspace()))
                        .orElse(true);
    }

    Optional<String> option(String name) {
        return Optional.ofNullable(options.get(name));
    }

    int limit() {
        String text = options.getOrDefault(LIMIT, Integer.toString(LIMIT_DEFAULT));
        if (!text.matches("[1-9]\\d{0,8}")) {
            throw CommandException.usage(
                    LIMIT + " is '" + text + "'; it must be a whole number above 0");
        }
        return Integer.parseInt(text);
    }
}
