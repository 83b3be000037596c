package io.postrider.platform.kafka;

import static java.util.stream.Collectors.toSet;

import io.postrider.schemas.Topic;
import io.postrider.schemas.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;

/** Sees to it, before anything else starts, that every topic of the catalogue exists and is set up as promised. */
public final class TopicProvisioner {

    /** Maximum time that a start waits for the cluster to come up, and then for its replies. */
    public static final Duration PATIENCE = Duration.ofMinutes(2);

    // A busy broker may show changes later than the controller accepted them.
    private static final Duration SETTLING = Duration.ofSeconds(2);
    private static final Duration SETTLING_AFTER_CHANGE = Duration.ofSeconds(30);
    private static final Duration PAUSE = Duration.ofMillis(100);

    private final boolean adopts;
    private final Admin admin;
    private final Duration patience;
    private final LongSupplier nanoTime;
    private final Consumer<String> progress;
    private final ClusterStartupWait arrival;
    private final FlushPolicy flushes;
    private final TopicConfigReader configs;
    private final TopicCreation creation;
    private final AuditRetention auditRetention;
    private KafkaSettings settings;
    private TopicCheck check;

    /**
     * A provisioner with its own bound and clock.
     *
     * @param adopts whether the topics that exist already decide how many partitions there are
     */
    public TopicProvisioner(
            KafkaSettings settings,
            boolean adopts,
            Admin admin,
            Duration patience,
            LongSupplier nanoTime,
            Consumer<String> progress) {
        this.settings = settings;
        this.adopts = adopts;
        this.admin = admin;
        this.patience = patience;
        this.nanoTime = nanoTime;
        this.progress = progress;
        this.configs = new TopicConfigReader(admin);
        this.creation = new TopicCreation(admin);
        this.arrival = new ClusterStartupWait(settings, admin, patience, nanoTime, progress);
        this.flushes = new FlushPolicy(settings, admin, configs);
        this.auditRetention = new AuditRetention(settings, admin, configs);
        this.check = new TopicCheck(settings, admin, configs);
    }

    /**
     * Provisions with an admin client of its own, waiting {@link #PATIENCE} for the cluster.
     *
     * @param adopts whether the topics that exist already decide how many partitions there are
     * @return the settings with as many partitions as the topics have
     * @throws LogRejectedException when the cluster rejects the client, or there can be none
     */
    public static KafkaSettings provision(
            KafkaSettings settings, boolean adopts, Consumer<String> progress) {
        try (Admin admin = ClusterStartupWait.connect(settings, "postrider-provisioner")) {
            return new TopicProvisioner(
                            settings, adopts, admin, PATIENCE, System::nanoTime, progress)
                    .provision();
        } catch (KafkaException e) {
            throw new Rejections(settings).rejected(e);
        }
    }

    /**
     * Waits for the cluster, creates what is missing and verifies everything.
     *
     * @return the settings with as many partitions as the topics have
     * @throws LogUnreachableException when the cluster does not answer in time
     * @throws LogMisconfiguredException when a setting is wrong; it names each of them
     * @throws LogRejectedException when permissions are missing
     */
    public KafkaSettings provision() {
        arrival.await();
        Set<String> changed = new HashSet<>();
        long began = nanoTime.getAsLong();
        try {
            while (!provisioned(changed, began)) {
                Replies.pause(PAUSE);
            }
        } catch (TopicAuthorizationException e) {
            requireAll(access().missing());
            throw e;
        } catch (LogMisconfiguredException e) {
            // A topic that this client may not know seems to be missing.
            requireAll(access().missingOnTopics());
            throw e;
        }
        requireAll(access().missing());
        progress.accept("%d topics checked".formatted(Topics.all().size()));
        return settings;
    }

    private AccessCheck access() {
        return new AccessCheck(settings, admin);
    }

    private void requireAll(List<String> missing) {
        if (!missing.isEmpty()) {
            throw new Rejections(settings).denied(missing);
        }
    }

    /** Does the remaining work; false if a new or busy cluster did not answer and may be asked again. */
    private boolean provisioned(Set<String> changed, long began) {
        try {
            agreeOnPartitions();
            changed.addAll(createMissing());
            changed.addAll(flushes.apply());
            changed.addAll(auditRetention.apply());
            verify(changed);
            return true;
        } catch (LogUnreachableException e) {
            Duration waited = Duration.ofNanos(nanoTime.getAsLong() - began);
            if (waited.compareTo(patience) >= 0 || Thread.currentThread().isInterrupted()) {
                throw e;
            }
            progress.accept(e.getMessage() + "; retrying");
            return false;
        }
    }

    /** Before anything is created, because topics with two numbers of partitions would fit no setting any more. */
    private void agreeOnPartitions() {
        Set<Integer> counts = check.partitionCounts();
        if (adopts && counts.size() == 1) {
            settings = settings.withPartitions(counts.iterator().next());
            check = new TopicCheck(settings, admin, configs);
        }
        List<ConfigMismatch> others = check.otherPartitions();
        if (!others.isEmpty()) {
            throw new LogMisconfiguredException(settings.bootstrapServers(), others);
        }
    }

    private Set<String> createMissing() {
        Set<String> present = Replies.await(admin.listTopics().names(), "which topics there are");
        List<NewTopic> missing =
                Topics.all().stream()
                        .filter(topic -> !present.contains(topic.name()))
                        .map(this::wanted)
                        .toList();
        if (missing.isEmpty()) {
            return Set.of();
        }
        progress.accept("Creating %d topics".formatted(missing.size()));
        if (!creation.create(missing)) {
            missing.forEach(this::create);
        }
        return missing.stream().map(NewTopic::name).collect(toSet());
    }

    private NewTopic wanted(Topic topic) {
        Map<String, String> config = TopicConfigs.of(topic, settings);
        return new NewTopic(
                        topic.name(),
                        Optional.of(settings.partitions()),
                        Optional.of((short) settings.replicationFactor()))
                .configs(config);
    }

    private void create(NewTopic topic) {
        try {
            creation.create(topic);
        } catch (AuthorizationException _) {
            throw new Rejections(settings).denied(List.of("CREATE on topic " + topic.name()));
        }
    }

    private void verify(Set<String> changed) {
        long began = nanoTime.getAsLong();
        boolean permitted = false;
        List<ConfigMismatch> findings = findings();
        while (!findings.isEmpty()) {
            if (findings.stream()
                    .filter(FlushPolicy::isOfFlushes)
                    .anyMatch(finding -> !changed.contains(finding.subject()))) {
                // A busy cluster takes seconds to create a topic of its own.
                changed.addAll(flushes.apply());
            }
            Duration waited = Duration.ofNanos(nanoTime.getAsLong() - began);
            if (waited.compareTo(settling(findings, changed)) >= 0) {
                throw new LogMisconfiguredException(settings.bootstrapServers(), findings);
            }
            if (!permitted && waited.compareTo(SETTLING) >= 0) {
                // A topic that this client may not know seems to be missing.
                requireAll(access().missingOnTopics());
                permitted = true;
            }
            Replies.pause(PAUSE);
            findings = findings();
        }
    }

    private static Duration settling(List<ConfigMismatch> findings, Set<String> changed) {
        boolean mayBeOld =
                findings.stream()
                        .anyMatch(finding ->
                                changed.contains(finding.subject())
                                        || FlushPolicy.isMissing(finding));
        return mayBeOld ? SETTLING_AFTER_CHANGE : SETTLING;
    }

    private List<ConfigMismatch> findings() {
        List<ConfigMismatch> findings = new ArrayList<>(check.findings());
        for (ConfigMismatch finding : flushes.check()) {
            if (!findings.contains(finding)) {
                findings.add(finding);
            }
        }
        return findings;
    }
}
