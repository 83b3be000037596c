package io.postrider.standalone.letters;

import static java.util.stream.Collectors.toMap;

import io.postrider.platform.hashes.Sha256;
import io.postrider.platform.kafka.Replies;
import io.postrider.platform.streams.StreamsSettings;
import io.postrider.schemas.DeadLetter;
import io.postrider.schemas.DeciderGroup;
import io.postrider.schemas.Topics;
import io.postrider.standalone.CommandException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.jspecify.annotations.Nullable;

/** Lets applications process the records of letters again, and reports the results. */
final class RetryRun {

    private static final Set<String> APPLICATIONS =
            Set.of(
                    StreamsSettings.APPLICATION_PREFIX + "automation",
                    StreamsSettings.APPLICATION_PREFIX + "clicks",
                    StreamsSettings.APPLICATION_PREFIX + "dispatcher",
                    StreamsSettings.APPLICATION_PREFIX + "gateway");

    private static final Duration PAUSE = Duration.ofMillis(100);

    /** With a limit: a client that is closed waits for its requests. */
    private static final ListConsumerGroupOffsetsOptions ASKED =
            new ListConsumerGroupOffsetsOptions().timeoutMs((int) LetterLog.PATIENCE.toMillis());

    private final Map<String, Object> client;
    private final LetterLog log;
    private final Consumer<String> out;

    /** @param out takes a line for each letter */
    RetryRun(Map<String, Object> client, LetterLog log, Consumer<String> out) {
        this.client = client;
        this.log = log;
        this.out = out;
    }

    /** Hands the records over; true if none is refused or set aside again. */
    boolean run(List<Letter> letters) {
        Map<Letter, Long> sent = new LinkedHashMap<>();
        boolean taken;
        try {
            taken = handOver(letters, sent);
        } catch (RuntimeException e) {
            reportAfter(e, sent);
            throw e;
        }
        return report(sent) && taken;
    }

    /** Each record is handed over in a transaction of its own, which a later failure does not undo. */
    private void reportAfter(RuntimeException failure, Map<Letter, Long> sent) {
        try {
            var _ = report(sent);
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    /** False if one is refused. */
    private boolean handOver(List<Letter> letters, Map<Letter, Long> sent) {
        boolean taken = true;
        try (LetterWriter writer = new LetterWriter(client)) {
            for (Letter letter : letters) {
                try {
                    DeadLetter whole = whole(letter);
                    sent.put(letter, writer.retry(letter, whole, value(whole)));
                } catch (CommandException | RecordTooLargeException e) {
                    out.accept("refused " + letter.id() + ": " + e.getMessage());
                    taken = false;
                }
            }
        }
        return taken;
    }

    private DeadLetter whole(Letter letter) {
        String application = letter.content().application();
        if (Arrays.stream(DeciderGroup.values())
                .map(DeciderGroup::application)
                .anyMatch(application::equals)) {
            throw CommandException.failed("a command is not retried; repeat the request instead");
        }
        if (!APPLICATIONS.contains(application)) {
            throw CommandException.failed(application + " does not support retries");
        }
        if (letter.id().equals(letter.content().beyondId())) {
            throw CommandException.failed(
                    "its workspace has too many dead letters; this one is only counted");
        }
        return log.whole(letter).orElseThrow(() -> CommandException.failed("it no longer exists"));
    }

    /** The value of the record; of a long one, the letter contains the beginning only, and its topic the whole. */
    private byte @Nullable [] value(DeadLetter letter) {
        if (letter.length() == 0) {
            return null;
        }
        if (letter.value().length == letter.length()) {
            return letter.value();
        }
        return log.read(new TopicPartition(letter.topic(), letter.partition()), letter.offset())
                .map(record -> record.value())
                .filter(value -> Sha256.hex(value).equals(letter.sha256()))
                .orElseThrow(() ->
                        CommandException.failed(
                                "the record is too long for a dead letter, and no longer in its topic"));
    }

    /** Waits until the applications have processed the records, and finds the letters that occur again. */
    private boolean report(Map<Letter, Long> sent) {
        if (sent.isEmpty()) {
            return true;
        }
        Set<Letter> waiting;
        Map<String, Letter> again;
        try {
            waiting = waiting(sent);
            again = log.all(_ -> {}).stream().collect(toMap(Letter::id, Function.identity()));
        } catch (RuntimeException e) {
            sent.keySet().forEach(letter -> out.accept("waiting " + letter.id()));
            throw e;
        }
        boolean taken = true;
        for (Letter letter : sent.keySet()) {
            Letter set = again.get(letter.id());
            if (set != null) {
                DeadLetter content = set.content();
                out.accept(
                        "failed again %s: %s: %s"
                                .formatted(set.id(), content.exception(), content.message()));
                taken = false;
            } else {
                out.accept((waiting.contains(letter) ? "waiting " : "retried ") + letter.id());
            }
        }
        return taken;
    }

    /** The letters whose application has not processed their record within the timeout. */
    private Set<Letter> waiting(Map<Letter, Long> sent) {
        Set<Letter> waiting = new HashSet<>(sent.keySet());
        long deadline = System.nanoTime() + LetterLog.PATIENCE.toNanos();
        try (Admin admin = Admin.create(client)) {
            while (!waiting.isEmpty() && System.nanoTime() - deadline < 0) {
                Set<String> applications = new HashSet<>();
                waiting.forEach(letter -> applications.add(letter.content().application()));
                applications.forEach(each -> waiting.removeAll(reached(sent, each, admin)));
                Replies.pause(PAUSE);
            }
        }
        return waiting;
    }

    private static List<Letter> reached(Map<Letter, Long> sent, String application, Admin admin) {
        Map<TopicPartition, OffsetAndMetadata> reached =
                Replies.await(
                        admin.listConsumerGroupOffsets(application, ASKED)
                                .partitionsToOffsetAndMetadata(),
                        "how far " + application + " has come");
        return sent.entrySet().stream()
                .filter(each -> each.getKey().content().application().equals(application))
                .filter(each -> {
                    int partition = each.getKey().content().partition();
                    var at = reached.get(new TopicPartition(Topics.RETRIES.name(), partition));
                    return at != null && at.offset() > each.getValue();
                })
                .map(Map.Entry::getKey)
                .toList();
    }
}
