package io.postrider.automation.engine;

import io.postrider.automation.engine.RuleDirectory.InForce;
import io.postrider.automation.rules.RuleDefinition;
import io.postrider.automation.rules.Schedule;
import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.kernel.Uuids;
import io.postrider.platform.streams.IsolatedRound;
import io.postrider.schemas.EventHeader;
import io.postrider.schemas.EventPublished;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/**
 * Finds the scheduled rules whose time has come. The id of a time's event is derived from the rule and the time, so a time that
 * is found twice, by two nodes or after a restart, makes one run.
 */
final class Schedules {

    /** A time that passed while no engine ran is made up for, if it is not longer ago. */
    private static final Duration LATE_MAX = Duration.ofHours(1);

    private Map<String, Instant> lookedUntil = new HashMap<>();

    /** A rule and the event of its time. */
    record Due(InForce rule, EventRecord event) {}

    /** The rules whose time has come since they were last looked at; of several times of a rule the newest. */
    List<Due> due(List<InForce> rules, Instant now) {
        Map<String, Instant> looked = new HashMap<>();
        List<Due> due = new ArrayList<>();
        IsolatedRound.run(
                "schedules",
                rules,
                rule -> {
                    Schedule schedule = rule.definition().schedule();
                    if (schedule != null) {
                        String key = rule.rule().id() + "/" + rule.version().number();
                        Instant from = lookedUntil.getOrDefault(key, start(rule, now));
                        looked.put(key, now);
                        schedule.newest(from, now).ifPresent(time -> due.add(due(rule, time)));
                    }
                });
        lookedUntil = looked;
        return due;
    }

    private static Instant start(InForce rule, Instant now) {
        Instant changed = rule.rule().updatedAt();
        Instant earliest = now.minus(LATE_MAX);
        return changed.isAfter(earliest) ? changed : earliest;
    }

    private static Due due(InForce rule, Instant time) {
        String workspace = rule.rule().workspace();
        Optional<UUID> namespace = Id.parse(IdKind.RUL, rule.rule().id());
        String id = Id.of(IdKind.EVT, Uuids.v5(namespace.orElseThrow(), time.toString()));
        ObjectNode data = Json.object().put("scheduled_at", Json.time(time));
        EventHeader header =
                new EventHeader(
                        id,
                        RuleDefinition.SCHEDULED,
                        time,
                        workspace,
                        rule.rule().id(),
                        0,
                        null,
                        null,
                        null);
        return new Due(rule, new EventRecord(header, new EventPublished(data.toString())));
    }
}
