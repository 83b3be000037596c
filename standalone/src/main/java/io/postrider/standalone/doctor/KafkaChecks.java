package io.postrider.standalone.doctor;

import io.postrider.platform.kafka.ClusterInspection;
import io.postrider.platform.kafka.ConfigMismatch;
import io.postrider.platform.kafka.KafkaSettings;
import io.postrider.platform.kafka.LogRejectedException;
import io.postrider.platform.kafka.LogUnreachableException;
import io.postrider.platform.settings.Settings.SettingException;
import io.postrider.schemas.Topic;
import io.postrider.schemas.Topics;
import io.postrider.standalone.Preflight;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Checks the cluster, or the embedded broker if it runs. */
final class KafkaChecks {

    private static final String KAFKA = "Kafka";
    private static final String TOPICS = "topics";
    private static final String PERMISSIONS = "permissions";

    /** Long enough for a hint at a wrong security protocol. */
    private static final Duration PATIENCE = Duration.ofSeconds(6);

    private static final int NAMED_MAX = 3;

    private final Preflight start;

    KafkaChecks(Preflight start) {
        this.start = start;
    }

    List<Check> all() {
        return List.of(new Check(KAFKA, this::results));
    }

    private List<Result> results() {
        Optional<KafkaSettings> cluster = start.cluster();
        if (cluster.isEmpty() && !start.isRunning()) {
            return List.of(
                    Result.ok(KAFKA, "the embedded broker is stopped; its topics are not checked"));
        }
        List<Result> results = new ArrayList<>();
        try {
            inspect(cluster.orElseGet(start::embedded), results);
        } catch (LogUnreachableException e) {
            results.add(unreachable(e));
        } catch (LogRejectedException e) {
            results.add(
                    Result.fail(
                            KAFKA,
                            String.valueOf(e.getMessage()),
                            "correct the setting or the permission; see docs/kafka.md"));
        } catch (SettingException e) {
            results.add(
                    Result.fail(
                            KAFKA, String.valueOf(e.getMessage()), "wait until it has started"));
        }
        return results;
    }

    private Result unreachable(LogUnreachableException failure) {
        return Result.fail(
                KAFKA,
                String.valueOf(failure.getMessage()),
                start.cluster().isPresent()
                        ? "check POSTRIDER_KAFKA_BOOTSTRAP, the network and the brokers"
                        : "wait until the instance has started; its log says why it does not");
    }

    private void inspect(KafkaSettings settings, List<Result> results) {
        try (ClusterInspection cluster = ClusterInspection.open(settings)) {
            results.add(
                    Result.ok(
                            KAFKA,
                            "%s answers; brokers: %d, metadata.version: %d"
                                    .formatted(
                                            settings.bootstrapServers(),
                                            cluster.brokers(PATIENCE),
                                            cluster.metadataVersion())));
            Set<String> topics = cluster.topics();
            List<String> denied = cluster.denied(topics);
            results.addAll(permissions(settings, denied));
            if (!denied.isEmpty()) {
                results.add(
                        Result.warn(
                                TOPICS,
                                "they are not checked, because permissions are missing",
                                "grant these and repeat"));
                return;
            }
            results.addAll(topics(cluster, topics));
            if (start.cluster().isPresent()) {
                Instant now = Instant.now();
                cluster.newestAppend(topics)
                        .map(time -> Clocks.appended("the brokers", time, now))
                        .ifPresent(results::add);
            }
        }
    }

    /** One for each that is missing. */
    private static List<Result> permissions(KafkaSettings settings, List<String> denied) {
        if (denied.isEmpty()) {
            return List.of(Result.ok(PERMISSIONS, "no missing permission is visible"));
        }
        return denied.stream()
                .map(permission ->
                        Result.fail(
                                PERMISSIONS,
                                "Kafka at %s denies %s"
                                        .formatted(settings.bootstrapServers(), permission),
                                "grant it to the user of Postrider; docs/kafka.md has the"
                                        + " commands"))
                .toList();
    }

    private List<Result> topics(ClusterInspection cluster, Set<String> topics) {
        List<ConfigMismatch> found = cluster.mismatches(start.adopts());
        if (!found.isEmpty()) {
            return mismatches(found);
        }
        long present = Topics.all().stream().map(Topic::name).filter(topics::contains).count();
        long missing = Topics.all().size() - present;
        return List.of(
                Result.ok(
                        TOPICS,
                        missing == 0
                                ? "%d topics are as required".formatted(present)
                                : "%d topics are as required; the start creates %d"
                                        .formatted(present, missing)));
    }

    /** One for each difference, which often all topics have. */
    static List<Result> mismatches(List<ConfigMismatch> found) {
        Map<String, List<ConfigMismatch>> alike =
                found.stream()
                        .collect(
                                Collectors.groupingBy(
                                        each ->
                                                "%s is %s, expected %s"
                                                        .formatted(
                                                                each.setting(),
                                                                each.found(),
                                                                each.expected()),
                                        LinkedHashMap::new,
                                        Collectors.toList()));
        return alike.entrySet().stream()
                .map(entry ->
                        Result.fail(
                                TOPICS,
                                subjects(entry.getValue()) + ": " + entry.getKey(),
                                "change it on the cluster, or the setting that is named"))
                .toList();
    }

    private static String subjects(List<ConfigMismatch> found) {
        String first =
                found.stream()
                        .limit(NAMED_MAX)
                        .map(ConfigMismatch::subject)
                        .collect(Collectors.joining(", "));
        int others = found.size() - NAMED_MAX;
        return others <= 0 ? first : first + " and " + others + " others";
    }
}
