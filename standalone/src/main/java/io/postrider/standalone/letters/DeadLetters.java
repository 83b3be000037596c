package io.postrider.standalone.letters;

import static io.postrider.standalone.letters.LetterArguments.APPLICATION;
import static io.postrider.standalone.letters.LetterArguments.HELP;
import static io.postrider.standalone.letters.LetterArguments.LIMIT;
import static io.postrider.standalone.letters.LetterArguments.VALUE;
import static io.postrider.standalone.letters.LetterArguments.WORKSPACE;

import io.postrider.runtime.settings.Settings;
import io.postrider.standalone.ClientFile;
import java.io.PrintStream;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.common.KafkaException;

/** The command {@code ./postrider dead-letters}. */
public final class DeadLetters {

    private final Supplier<Map<String, Object>> client;
    private final PrintStream out;
    private final PrintStream errors;

    /**
     * A command.
     *
     * @param client the settings of a client of the log
     */
    public DeadLetters(Supplier<Map<String, Object>> client, PrintStream out, PrintStream errors) {
        this.client = client;
        this.out = out;
        this.errors = errors;
    }

    /** Runs the command on the log that the settings name. */
    public static void main(String[] arguments) {
        var command =
                new DeadLetters(
                        () -> ClientFile.client(Settings.from(System.getenv())),
                        System.out,
                        System.err);
        System.exit(command.run(arguments));
    }

    /** Runs the command; the exit code. */
    public int run(String... arguments) {
        try {
            LetterArguments asked = LetterArguments.of(arguments);
            if (asked.flags().contains(HELP)) {
                out.print(LetterText.HELP);
                return 0;
            }
            act(asked);
            return 0;
        } catch (LetterException e) {
            return failed(e.exitCode(), e.getMessage());
        } catch (Settings.BadSetting e) {
            return failed(1, e.getMessage());
        } catch (KafkaException e) {
            return failed(1, "the log cannot be reached: " + e.getMessage());
        }
    }

    private int failed(int code, String message) {
        errors.println("postrider: " + message);
        if (code == 2) {
            errors.println("./postrider dead-letters --help lists what it takes");
        }
        return code;
    }

    private void act(LetterArguments asked) {
        String action =
                asked.words().stream()
                        .findFirst()
                        .orElseThrow(() -> LetterException.usage("dead-letters needs an action"));
        switch (action) {
            case "list" -> {
                asked.require(action, Set.of(APPLICATION, WORKSPACE, LIMIT));
                list(asked);
            }
            case "show" -> {
                asked.require(action, Set.of(VALUE));
                show(asked);
            }
            case "drop" -> {
                asked.require(action, Set.of(APPLICATION, WORKSPACE));
                drop(asked);
            }
            default -> throw LetterException.usage("unknown action: " + action);
        }
    }

    private void list(LetterArguments asked) {
        if (!asked.ids().isEmpty()) {
            throw LetterException.usage("list takes no ids");
        }
        int limit = asked.limit();
        Instant now = Instant.now();
        try (LetterLog log = new LetterLog(client.get())) {
            log.all(this::unreadable).stream()
                    .filter(asked::matches)
                    .sorted(
                            Comparator.comparing((Letter letter) -> letter.content().at())
                                    .reversed())
                    .limit(limit)
                    .forEach(letter -> out.println(LetterText.line(letter, now)));
        }
    }

    private void show(LetterArguments asked) {
        if (asked.ids().size() != 1) {
            throw LetterException.usage("show takes one id");
        }
        try (LetterLog log = new LetterLog(client.get())) {
            Letter letter = chosen(asked, log).getFirst();
            var whole =
                    log.whole(letter)
                            .orElseThrow(() ->
                                    LetterException.failed("no longer there: " + letter.id()));
            LetterText.fields(letter.id(), whole, asked.flags().contains(VALUE))
                    .forEach(out::println);
        }
    }

    private void drop(LetterArguments asked) {
        try (LetterLog log = new LetterLog(client.get())) {
            List<Letter> chosen = chosen(asked, log);
            log.drop(chosen);
            chosen.forEach(letter -> out.println("dropped " + letter.id()));
        }
    }

    /** The letters of the ids, or of the options where there are none, in the order in which they were set aside. */
    private List<Letter> chosen(LetterArguments asked, LetterLog log) {
        boolean named = !asked.ids().isEmpty();
        if (named != asked.options().isEmpty() || !named && asked.option(APPLICATION).isEmpty()) {
            throw LetterException.usage("name the ids, or " + APPLICATION + " instead of ids");
        }
        Set<String> ids = new HashSet<>(asked.ids());
        List<Letter> chosen =
                log.all(this::unreadable).stream()
                        .filter(letter -> named ? ids.remove(letter.id()) : asked.matches(letter))
                        .sorted(
                                Comparator.comparing((Letter letter) -> letter.content().topic())
                                        .thenComparing(letter -> letter.content().partition())
                                        .thenComparing(letter -> letter.content().offset()))
                        .toList();
        if (!ids.isEmpty()) {
            throw LetterException.failed("no such dead letter: " + String.join(", ", ids));
        }
        return chosen;
    }

    private void unreadable(String id) {
        errors.println("postrider: this release cannot read the letter " + id);
    }
}
