package io.postrider.standalone.migrate;

import io.postrider.platform.kafka.ClusterInspection;
import io.postrider.platform.kafka.Connections;
import io.postrider.platform.kafka.KafkaSettings;
import io.postrider.platform.kafka.LogMisconfiguredException;
import io.postrider.platform.kafka.LogRejectedException;
import io.postrider.platform.kafka.LogUnreachableException;
import io.postrider.platform.kafka.Replies;
import io.postrider.platform.settings.SettingSources;
import io.postrider.platform.settings.Settings;
import io.postrider.schemas.NamePrefix;
import io.postrider.schemas.Topics;
import io.postrider.standalone.CommandException;
import io.postrider.standalone.OfflineLog;
import io.postrider.standalone.SettingNames;
import io.postrider.standalone.broker.BrokerStartException;
import io.postrider.standalone.letters.DeadLetters;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListGroupsOptions;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.KafkaException;

/** The command {@code ./postrider migrate}. */
public final class Migrate {

    private static final String HELP =
            """
            Usage: ./postrider migrate --to HOST:PORT[,HOST:PORT]... [--to-properties FILE]

            Moves a stopped installation into a Kafka cluster with as many partitions or more. The source is the embedded broker
            of POSTRIDER_DATA_DIR, or the cluster of POSTRIDER_KAFKA_BOOTSTRAP. POSTRIDER_PARTITIONS (12) and
            POSTRIDER_REPLICATION (3) apply to the new cluster, the properties of Kafka clients to both. The source is not changed.

              --to-properties FILE    properties of the clients of the new cluster, in place of all others

            A run that was interrupted continues with the same command. At the end, counts and hashes of all topics are compared.
            docs/kafka.md describes what is copied and what is not.

            Exit code: 0 when the move is complete, 1 when it is not, 2 for wrong arguments.
            """;

    private static final Duration REACHABLE = Duration.ofSeconds(30);

    private final Map<String, String> written;
    private final PrintStream out;
    private final PrintStream errors;

    /**
     * A command.
     *
     * @param written the settings of the installation under the names that the operator wrote
     */
    public Migrate(Map<String, String> written, PrintStream out, PrintStream errors) {
        this.written = Map.copyOf(written);
        this.out = out;
        this.errors = errors;
    }

    /** Runs the command. */
    public static void main(String[] arguments) {
        // Before the first logger: errors are one line each.
        System.setProperty("logback.configurationFile", "logback-silent.xml");
        int code = run(arguments, System.out, System.err);
        System.out.flush();
        System.exit(code);
    }

    private static int run(String[] arguments, PrintStream out, PrintStream errors) {
        try {
            return new Migrate(SettingNames.known(SettingSources.read()), out, errors)
                    .run(arguments);
        } catch (Settings.SettingException e) {
            errors.println("postrider: " + e.getMessage());
            return 1;
        }
    }

    /** Runs the command; the exit code. */
    public int run(String... arguments) {
        List<String> words = Arrays.asList(arguments);
        if (words.contains("--help")) {
            out.print(HELP);
            return 0;
        }
        try {
            migrate(Settings.from(written), MigrateArguments.of(words));
            return 0;
        } catch (CommandException e) {
            return failed(e.exitCode(), e);
        } catch (Settings.SettingException e) {
            return failed(1, Settings.worded(written, e));
        } catch (BrokerStartException
                | LogMisconfiguredException
                | LogRejectedException
                | LogUnreachableException e) {
            return failed(1, e);
        } catch (KafkaException e) {
            errors.println("postrider: Kafka rejected a request: " + e.getMessage());
            return 1;
        } catch (UncheckedIOException | IllegalStateException e) {
            errors.println("postrider: the copy is not complete: " + line(e));
            return 1;
        }
    }

    private int failed(int code, RuntimeException e) {
        errors.println("postrider: " + e.getMessage());
        if (code == 2) {
            errors.println("./postrider migrate --help lists the arguments");
        }
        return code;
    }

    /** The first line of the cause, with its class: the messages of files are only their paths. */
    private static String line(RuntimeException e) {
        Throwable cause = e.getCause() == null ? e : e.getCause();
        return cause.toString().lines().findFirst().orElse("");
    }

    private void migrate(Settings settings, MigrateArguments asked) {
        NamePrefix.set(settings.kafkaPrefix());
        Settings moved = asked.target(written);
        KafkaSettings target = OfflineLog.cluster(moved);
        if (OfflineLog.isRunning(settings)) {
            throw CommandException.failed(
                    "a process uses " + settings.dataDir() + "; stop Postrider first");
        }
        requireReachable(target);
        if (settings.bootstrap() != null) {
            requireReachable(anyBroker(OfflineLog.cluster(settings)));
        }
        try (OfflineLog log = OfflineLog.open(settings, this::say);
                Admin from = Clients.admin(log.settings());
                Admin into = Clients.admin(target)) {
            var topics = new TargetLog(target, OfflineLog.adopts(moved), into, this::say);
            SourceLog source =
                    ClusterInspection.asked(log.settings(), () -> source(settings, log, from));
            Path scratch = OfflineLog.scratch(settings);
            ClusterInspection.asked(target, () -> moved(scratch, source, topics, into));
            // First, so that at no time both logs can be started.
            OfflineLog.leave(settings, asked.to());
            ClusterInspection.asked(target, () -> topics.finish(source));
            OfflineLog.clear(settings);
            say("complete; start all nodes with POSTRIDER_KAFKA_BOOTSTRAP=" + asked.started());
        }
    }

    private SourceLog source(Settings settings, OfflineLog log, Admin from) {
        if (settings.bootstrap() != null) {
            requireIdle(from, "source");
        }
        SourceLog source = SourceLog.read(log.settings(), from, this::say);
        nameDeadLetters(source);
        return source;
    }

    private void moved(Path scratch, SourceLog source, TargetLog target, Admin into) {
        requireIdle(into, "target");
        if (source.cluster().equals(Replies.clusterId(into))) {
            throw CommandException.failed("the source and the target are the same cluster");
        }
        target.prepare(source);
        if (!target.isVerified()) {
            copy(scratch, source, target, into);
        }
    }

    private void copy(Path scratch, SourceLog source, TargetLog target, Admin into) {
        say(
                "copying from %d to %d partitions per topic"
                        .formatted(source.partitions(), target.settings().partitions()));
        var run = new MigrationRun(source, target, into, scratch, text -> say("copied " + text));
        String copied = run.copy();
        say("copied " + copied);
        new Verification(
                        target.settings(),
                        into,
                        source.partitions(),
                        text -> say("verified " + text))
                .run(run.copied());
        target.verified(source);
    }

    /** One broker of the source is enough: the replication factor is that of the target. */
    private static KafkaSettings anyBroker(KafkaSettings source) {
        return KafkaSettings.single(source.bootstrapServers(), source.durability(), source.nodeId())
                .withClient(source.client());
    }

    /** Waits for a cluster that has just been started, and names what it rejects of the clients. */
    private static void requireReachable(KafkaSettings target) {
        try (ClusterInspection cluster = ClusterInspection.open(target)) {
            var _ = cluster.brokers(REACHABLE);
        }
    }

    private void nameDeadLetters(SourceLog source) {
        int count =
                source.hasRecords(Topics.DEAD_LETTERS)
                        ? DeadLetters.count(Connections.to(source.settings()))
                        : 0;
        if (count > 0) {
            say(
                    ("dead letters that are not copied: %d; to process or drop them, end this command, start"
                                    + " Postrider on the source and use ./postrider dead-letters")
                            .formatted(count));
        }
    }

    /** No process may read or write a log that is moved. */
    private static void requireIdle(Admin admin, String which) {
        Set<GroupState> idle = Set.of(GroupState.EMPTY, GroupState.DEAD);
        String running =
                Replies.await(
                                admin.listGroups(ListGroupsOptions.forConsumerGroups()).all(),
                                "which consumer groups there are")
                        .stream()
                        .filter(group -> NamePrefix.isOurs(group.groupId()))
                        .filter(group ->
                                !idle.contains(group.groupState().orElse(GroupState.EMPTY)))
                        .map(group -> group.groupId())
                        .sorted()
                        .collect(Collectors.joining(", "));
        if (!running.isEmpty()) {
            throw CommandException.failed(
                    ("Postrider runs on the %s, or was stopped less than a minute ago: %s; stop all nodes"
                                    + " first")
                            .formatted(which, running));
        }
    }

    private synchronized void say(String text) {
        out.println(text);
        out.flush();
    }
}
