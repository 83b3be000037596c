package io.postrider.automation.engine;

import io.postrider.automation.rules.Sealer;
import io.postrider.domain.automation.Rule;
import io.postrider.domain.automation.RuleEvent.RulePublished;
import io.postrider.domain.automation.RuleState;
import io.postrider.domain.automation.RuleVersion;
import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.schemas.EventHeader;
import io.postrider.schemas.EventPublished;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/** Measures how long the engine looks for the rules of an event, and at their filters. */
public final class Matching {

    private static final Instant AT = Instant.parse("2026-11-02T09:30:00Z");
    private static final String WORKSPACE = Id.of(IdKind.WS, new UUID(0, 1));
    private static final String TYPE = "order.paid";
    private static final int WARM_UP = 2_000;
    private static final int EVENTS = 2_000;

    private final RuleDirectory rules = new RuleDirectory();
    private final Matcher matcher = new Matcher(Sealer.PLAIN, new RuleLimits());
    private int known;

    /** Adds rules for a type, whose filter holds for no event here. */
    public void add(int count, String type) {
        for (int i = 0; i < count; i++) {
            known++;
            String definition =
                    "{\"trigger\":{\"event_types\":[\"%s\"]},\"filter\":{\"cel\":\"event.data.total > %d\"},\"actions\":[{\"key\":\"stop\",\"type\":\"stop\"}]}"
                            .formatted(type, 1_000 + i);
            RuleVersion version = new RuleVersion(1, definition, List.of(), "key_1", AT);
            String id = Id.of(IdKind.RUL, new UUID(1, known));
            Rule rule =
                    new Rule(
                            id,
                            WORKSPACE,
                            "Rule",
                            null,
                            definition,
                            List.of(version),
                            RuleState.ACTIVE,
                            null,
                            List.of(),
                            Map.of(),
                            AT,
                            AT);
            rules.apply(
                    new EventRecord(
                            header(known, "automation.rule.published", id),
                            new RulePublished(rule)));
        }
    }

    /** The nanoseconds that each of 2,000 events takes, after as many that count for nothing. */
    public List<Long> events() {
        for (int i = 0; i < WARM_UP; i++) {
            match(i);
        }
        List<Long> nanos = new ArrayList<>();
        for (int i = 0; i < EVENTS; i++) {
            long before = System.nanoTime();
            match(WARM_UP + i);
            nanos.add(System.nanoTime() - before);
        }
        return nanos;
    }

    private void match(int number) {
        EventRecord event =
                new EventRecord(
                        header(number, TYPE, WORKSPACE), new EventPublished("{\"total\":5}"));
        ObjectNode json = Json.object().put("id", event.header().id()).put("type", TYPE);
        json.putObject("data").put("total", 5);
        rules.of(WORKSPACE, TYPE)
                .forEach(rule -> {
                    var _ = matcher.run(rule, event, json, AT);
                });
    }

    private static EventHeader header(int number, String type, String aggregate) {
        return new EventHeader(
                Id.of(IdKind.EVT, new UUID(2, number)),
                type,
                AT,
                WORKSPACE,
                aggregate,
                1,
                null,
                null,
                null);
    }
}
