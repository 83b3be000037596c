package io.postrider.systemtests.faults;

import io.postrider.domain.keys.KeyEvent;
import io.postrider.schemas.EventRecord;
import io.postrider.systemtests.PostriderProcess;
import io.postrider.systemtests.faults.Act.Kind;
import java.io.IOException;
import java.util.List;

/** Judges API keys: each there once, in force until it is revoked, and never after. */
final class KeyJudge {

    private final List<Act> acts;
    private final List<KeyEvent> log;
    private final PostriderProcess postrider;
    private final Faults faults;

    KeyJudge(List<Act> acts, List<EventRecord> log, PostriderProcess postrider, Faults faults) {
        this.acts = acts;
        this.log =
                log.stream()
                        .map(EventRecord::payload)
                        .filter(KeyEvent.class::isInstance)
                        .map(KeyEvent.class::cast)
                        .toList();
        this.postrider = postrider;
        this.faults = faults;
    }

    void judge() throws IOException, InterruptedException {
        for (Act creation : of(Kind.CREATE_KEY)) {
            creation(creation);
        }
        for (Act revocation : of(Kind.REVOKE_KEY)) {
            happened(
                    revocation,
                    log.stream()
                            .filter(KeyEvent.KeyRevoked.class::isInstance)
                            .filter(event -> event.key().id().equals(revocation.subject()))
                            .count());
        }
        of(Kind.USE_KEY).forEach(this::use);
    }

    private void creation(Act creation) throws IOException, InterruptedException {
        List<KeyEvent> made =
                log.stream()
                        .filter(KeyEvent.KeyCreated.class::isInstance)
                        .filter(event -> event.key().name().equals(creation.subject()))
                        .toList();
        happened(creation, made.size());
        if (!creation.done()) {
            return;
        }
        String id = creation.answered(0);
        faults.unless(
                made.stream().allMatch(event -> event.key().id().equals(id)),
                "another id: %s".formatted(creation));
        boolean revoked =
                log.stream()
                        .filter(KeyEvent.KeyRevoked.class::isInstance)
                        .anyMatch(event -> event.key().id().equals(id));
        int status = postrider.get("/api/v1/me", creation.answered(2)).statusCode();
        faults.unless(
                status == (revoked ? 401 : 200), "now answers %s: %s".formatted(status, creation));
    }

    private void happened(Act act, long times) {
        faults.unless(times <= 1, "%s times: %s".formatted(times, act));
        faults.unless(times == 1 || !act.done(), "lost: %s".formatted(act));
        faults.unless(
                times == 0 || act.done() || act.unknown(), "refused, but there: %s".formatted(act));
    }

    private void use(Act use) {
        if (use.status() == 0 || use.status() == 503) {
            return;
        }
        List<Act> revocations =
                of(Kind.REVOKE_KEY).stream()
                        .filter(act -> act.subject().equals(use.subject()))
                        .toList();
        if (revocations.stream().anyMatch(act -> act.done() && act.before(use))) {
            faults.unless(use.status() == 401, "used after its revocation: %s".formatted(use));
        } else if (revocations.stream().allMatch(use::before)) {
            faults.unless(use.status() == 200, "not in force: %s".formatted(use));
        }
    }

    private List<Act> of(Kind kind) {
        return acts.stream().filter(act -> act.kind() == kind).toList();
    }
}
