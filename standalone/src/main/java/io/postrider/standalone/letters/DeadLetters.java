package io.postrider.standalone.letters;

import static io.postrider.standalone.letters.LetterArguments.APPLICATION;
import static io.postrider.standalone.letters.LetterArguments.HELP;
import static io.postrider.standalone.letters.LetterArguments.LIMIT;
import static io.postrider.standalone.letters.LetterArguments.VALUE;
import static io.postrider.standalone.letters.LetterArguments.WORKSPACE;

import io.postrider.platform.kafka.ClusterInspection;
import io.postrider.platform.kafka.KafkaSettings;
import io.postrider.platform.kafka.LogRejectedException;
import io.postrider.platform.kafka.LogUnreachableException;
import io.postrider.platform.settings.SettingSources;
import io.postrider.platform.settings.Settings;
import io.postrider.schemas.NamePrefix;
import io.postrider.standalone.ClientFile;
import io.postrider.standalone.CommandException;
import io.postrider.standalone.SettingNames;
import java.io.PrintStream;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Supplier;

/** The command {@code ./postrider dead-letters}. */
public final class DeadLetters {

    private final Supplier<KafkaSettings> log;
    private final PrintStream out;
    private final PrintStream errors;

    /**
     * A command.
     *
     * @param log the log; throws for a setting that cannot be used
     */
    public DeadLetters(Supplier<KafkaSettings> log, PrintStream out, PrintStream errors) {
        this.log = log;
        this.out = out;
        this.errors = errors;
    }

    /** Runs the command on the log that the settings name. */
    public static void main(String[] arguments) {
        // Before the first logger: errors are one line each.
        System.setProperty("logback.configurationFile", "logback-silent.xml");
        var command =
                new DeadLetters(
                        () -> log(SettingNames.known(SettingSources.read())),
                        System.out,
                        System.err);
        System.exit(command.run(arguments));
    }

    /**
     * The number of dead letters of a log.
     *
     * @param client the settings of a client of the log
     */
    public static int count(Map<String, Object> client) {
        Set<String> ids = new HashSet<>();
        try (LetterLog log = new LetterLog(client)) {
            log.all(ids::add).forEach(letter -> ids.add(letter.id()));
        }
        return ids.size();
    }

    /** Comes before the first class that uses a name. */
    private static KafkaSettings log(Map<String, String> written) {
        try {
            Settings settings = Settings.from(written);
            NamePrefix.set(settings.kafkaPrefix());
            return ClientFile.log(settings);
        } catch (Settings.SettingException e) {
            throw Settings.worded(written, e);
        }
    }

    /** Runs the command; the exit code. */
    public int run(String... arguments) {
        try {
            LetterArguments asked = LetterArguments.of(arguments);
            if (asked.flags().contains(HELP)) {
                out.print(LetterText.HELP);
                return 0;
            }
            return act(asked) ? 0 : 1;
        } catch (CommandException e) {
            return failed(e.exitCode(), String.valueOf(e.getMessage()));
        } catch (Settings.SettingException | LogRejectedException | LogUnreachableException e) {
            return failed(1, String.valueOf(e.getMessage()));
        }
    }

    private int failed(int code, String message) {
        errors.println("postrider: " + message);
        if (code == 2) {
            errors.println("./postrider dead-letters --help lists actions and options");
        }
        return code;
    }

    /** False if a part of it was refused. */
    private boolean act(LetterArguments asked) {
        String action =
                asked.words().stream()
                        .findFirst()
                        .orElseThrow(
                                () -> CommandException.usage("dead-letters requires an action"));
        return switch (action) {
            case "list" -> list(asked);
            case "show" -> show(asked);
            case "retry" -> retry(asked);
            case "drop" -> drop(asked);
            default -> throw CommandException.usage("unknown action: " + action);
        };
    }

    private boolean list(LetterArguments asked) {
        asked.require("list", Set.of(APPLICATION, WORKSPACE, LIMIT));
        if (!asked.ids().isEmpty()) {
            throw CommandException.usage("list accepts no IDs");
        }
        int limit = asked.limit();
        Instant now = Instant.now();
        return onLog((letters, _) -> {
            letters.all(this::unreadable).stream()
                    .filter(asked::matches)
                    .sorted(
                            Comparator.comparing((Letter letter) -> letter.content().at())
                                    .reversed())
                    .limit(limit)
                    .forEach(letter -> out.println(LetterText.line(letter, now)));
            return true;
        });
    }

    private boolean show(LetterArguments asked) {
        asked.require("show", Set.of(VALUE));
        if (asked.ids().size() != 1) {
            throw CommandException.usage("show requires one ID");
        }
        return onLog((letters, _) -> {
            Letter letter = chosen(asked, letters).getFirst();
            var whole =
                    letters.whole(letter)
                            .orElseThrow(() ->
                                    CommandException.failed("no longer exists: " + letter.id()));
            LetterText.fields(letter.id(), whole, asked.flags().contains(VALUE))
                    .forEach(out::println);
            return true;
        });
    }

    private boolean drop(LetterArguments asked) {
        asked.require("drop", Set.of(APPLICATION, WORKSPACE));
        return onLog((letters, client) -> {
            try (LetterWriter writer = new LetterWriter(client)) {
                for (Letter letter : chosen(asked, letters)) {
                    writer.drop(letter);
                    out.println("dropped " + letter.id());
                }
            }
            return true;
        });
    }

    private boolean retry(LetterArguments asked) {
        asked.require("retry", Set.of(APPLICATION, WORKSPACE));
        return onLog((letters, client) ->
                new RetryRun(client, letters, out::println).run(chosen(asked, letters)));
    }

    /**
     * Does something with the letters and the settings of further clients. An inspection asks the brokers first: it names the
     * property that they reject, where other clients wait for a timeout.
     */
    private boolean onLog(BiPredicate<LetterLog, Map<String, Object>> action) {
        KafkaSettings settings = log.get();
        Map<String, Object> client = ClientFile.client(settings);
        try (ClusterInspection cluster = ClusterInspection.open(settings)) {
            var _ = cluster.brokers(LetterLog.PATIENCE);
            return cluster.asked(() -> {
                try (LetterLog letters = new LetterLog(client)) {
                    return action.test(letters, client);
                }
            });
        }
    }

    /** The letters with the given ids, or those that match the options, oldest first. */
    private List<Letter> chosen(LetterArguments asked, LetterLog letters) {
        boolean named = !asked.ids().isEmpty();
        boolean meant = named ? asked.options().isEmpty() : asked.option(APPLICATION).isPresent();
        if (!meant) {
            throw CommandException.usage("pass the IDs, or " + APPLICATION + " instead of IDs");
        }
        Set<String> ids = new HashSet<>(asked.ids());
        List<Letter> chosen =
                letters.all(this::unreadable).stream()
                        .filter(letter -> named ? ids.remove(letter.id()) : asked.matches(letter))
                        .sorted(
                                Comparator.comparing((Letter letter) -> letter.content().topic())
                                        .thenComparingInt(letter -> letter.content().partition())
                                        .thenComparingLong(letter -> letter.content().offset()))
                        .toList();
        if (!ids.isEmpty()) {
            throw CommandException.failed("no such dead letter: " + String.join(", ", ids));
        }
        return chosen;
    }

    private void unreadable(String id) {
        errors.println("postrider: this release cannot read the letter " + id);
    }
}
