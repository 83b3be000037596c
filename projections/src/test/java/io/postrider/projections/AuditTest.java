package io.postrider.projections;

import static io.postrider.projections.TestModels.MINE;
import static io.postrider.projections.TestModels.START;
import static io.postrider.projections.TestModels.THEIRS;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.links.Link;
import io.postrider.domain.links.LinkEvent;
import io.postrider.domain.workspaces.Member;
import io.postrider.domain.workspaces.Workspace;
import io.postrider.domain.workspaces.WorkspaceEvent;
import io.postrider.platform.reads.QueryNames;
import io.postrider.schemas.Actor;
import io.postrider.schemas.AuditRecord;
import io.postrider.schemas.Context;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.LinkListed;
import io.postrider.testkit.claims.Verifies;
import io.postrider.testkit.records.Records;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

class AuditTest {

    private static final Actor KEY = Actor.key(Id.of(IdKind.KEY, new UUID(2, 1)));
    private static final int AUDIT = 0x23;
    private static final int ENDS = 0x25;
    private static final Actor PERSON = Actor.user(Id.of(IdKind.USR, new UUID(2, 2)));

    @TempDir private Path folder;
    private TestModels models;

    @BeforeEach
    void open() {
        models = TestModels.open(folder);
    }

    @AfterEach
    void close() {
        models.close();
    }

    @Test
    @Verifies("audit-changes")
    void changesAreListedWithTheirActorNewestFirst() {
        EventRecord made = by(KEY, models.created(1, MINE), 0);
        Link link = ((LinkEvent.LinkChange) Objects.requireNonNull(made.payload())).link();
        models.apply(made);
        models.apply(
                by(
                        PERSON,
                        models.event(
                                Context.LINKS,
                                "link.deleted",
                                2,
                                MINE,
                                new LinkEvent.LinkDeleted(link)),
                        1));

        assertThat(actions(Map.of())).containsExactly("link.deleted", "link.created");
        ObjectNode newest = entry(Map.of("limit", "1"));
        assertThat(newest.at("/actor/id").asString()).isEqualTo(PERSON.id());
        assertThat(newest.at("/actor/type").asString()).isEqualTo("user");
        assertThat(newest.at("/target/id").asString()).isEqualTo(link.id());
        assertThat(newest.at("/target/type").asString()).isEqualTo("link");
        assertThat(newest.path("outcome").asString()).isEqualTo("done");
        assertThat(actions(Map.of("actor", KEY.id()))).containsExactly("link.created");
        assertThat(actions(Map.of("action", "link.deleted"))).containsExactly("link.deleted");
        assertThat(actions(Map.of("target", link.id()))).hasSize(2);
        assertThat(actions(Map.of("target", "lnk_other"))).isEmpty();
    }

    @Test
    void changesWithoutAnActorAndReadsAreNotListed() {
        models.apply(by(null, models.created(1, MINE), 0));
        models.apply(
                by(
                        KEY,
                        models.event(
                                Context.LINKS,
                                "link.listed",
                                0,
                                MINE,
                                new LinkListed(0, List.of(), Map.of())),
                        1));

        assertThat(actions(Map.of())).isEmpty();
    }

    @Test
    @Verifies({"scope-denials", "audit-changes"})
    void deniedRequestsAreListedInOrder() {
        models.apply(by(KEY, models.created(1, MINE), 0));
        models.apply(denial(MINE));
        models.apply(denial(THEIRS));

        assertThat(data(Map.of())).hasSize(2);
        ObjectNode denied = entry(Map.of("outcome", "denied"));
        assertThat(denied.path("operation").asString()).isEqualTo("POST /api/v1/keys");
        assertThat(denied.path("code").asString()).isEqualTo("scope_missing");
        assertThat(denied.path("times").asInt()).isEqualTo(3);
        assertThat(denied.path("action").isNull()).isTrue();
        assertThat(actions(Map.of("outcome", "done"))).containsExactly("link.created");
        assertThat(data(Map.of("action", "*", "outcome", "denied"))).isEmpty();
    }

    @Test
    void accountActivityIsListed() {
        models.apply(by(KEY, models.created(1, MINE), 0));
        models.apply(note(MINE, PERSON, "", "user.signed_in", "oidc"));
        models.apply(note(THEIRS, PERSON, "", "user.signed_out", null));

        assertThat(actions(Map.of("outcome", "done")))
                .containsExactly("user.signed_in", "link.created");
        ObjectNode entry = entry(Map.of("action", "user.*"));
        assertThat(entry.path("outcome").asString()).isEqualTo("done");
        assertThat(entry.path("method").asString()).isEqualTo("oidc");
        assertThat(entry.path("code").isNull()).isTrue();
        assertThat(entry.path("operation").isNull()).isTrue();
        assertThat(entry.path("sealed").asString()).isEqualTo("sealed");
        assertThat(entry.at("/target/id").asString()).isEqualTo(PERSON.id());
        assertThat(data(Map.of("actor", PERSON.id()))).hasSize(1);
    }

    @Test
    void roleChangesNameTheMemberAndTheRole() {
        String grace = Id.of(IdKind.USR, new UUID(2, 3));
        models.apply(aboutMember(grace, 1));
        models.apply(by(KEY, models.created(1, MINE), 2));

        ObjectNode entry = entry(Map.of("target", grace));
        assertThat(entry.path("action").asString()).isEqualTo("workspace.member_changed");
        assertThat(entry.at("/target/id").asString()).isEqualTo(MINE);
        assertThat(entry.at("/subject/type").asString()).isEqualTo("user");
        assertThat(entry.at("/subject/id").asString()).isEqualTo(grace);
        assertThat(entry.at("/subject/role").asString()).isEqualTo("viewer");
        assertThat(entry(Map.of("action", "link.created")).path("subject").isNull()).isTrue();
    }

    @Test
    void auditRecordsAreDeletedAfterTheirRetention() {
        models.apply(by(KEY, models.created(1, MINE), 0));
        models.apply(denial(MINE));
        models.apply(denial(THEIRS));

        Instant later = START.plus(TestModels.AUDIT_KEPT);
        models.at(later).apply(deniedAt(later));

        assertThat(actions(Map.of())).containsExactly("", "link.created");
        assertThat(models.rows(AUDIT)).isEqualTo(2);
        assertThat(models.rows(ENDS)).isEqualTo(1);
    }

    @Test
    void expiredRecordsAreNotStored() {
        models.nodeClock(START.plus(TestModels.AUDIT_KEPT));
        models.at(START.plus(TestModels.AUDIT_KEPT)).apply(denial(THEIRS));
        models.at(START).apply(denial(MINE));

        assertThat(data(Map.of())).isEmpty();
        assertThat(models.rows(ENDS)).isEqualTo(1);
    }

    @Test
    void aFastBrokerClockDeletesNothing() {
        models.apply(denial(MINE));
        models.nodeClock(START.plusSeconds(60));

        models.at(START.plus(TestModels.AUDIT_KEPT.multipliedBy(4))).apply(denial(THEIRS));
        models.at(START.plusSeconds(60)).apply(deniedAt(START.plusSeconds(60)));

        assertThat(data(Map.of())).hasSize(2);
        assertThat(models.rows(ENDS)).isEqualTo(3);
    }

    @Test
    void rowsDoNotBecomeMoreForEver() {
        Duration step = TestModels.AUDIT_KEPT.dividedBy(10);
        for (int i = 0; i < 100; i++) {
            Instant now = START.plus(step.multipliedBy(i));
            models.at(now).apply(deniedAt(now));
        }

        assertThat(models.rows(AUDIT)).isEqualTo(10);
        assertThat(models.rows(ENDS)).isEqualTo(10);
    }

    private EventRecord aboutMember(String user, int seconds) {
        Workspace workspace =
                new Workspace(
                        MINE,
                        "default",
                        PERSON.id(),
                        List.of(
                                new Member(PERSON.id(), "owner", START),
                                new Member(user, "viewer", START)),
                        List.of(),
                        START,
                        START);
        return by(
                PERSON,
                models.event(
                        Context.WORKSPACES,
                        "workspace.member_changed",
                        2,
                        MINE,
                        new WorkspaceEvent.MemberChanged(workspace, user)),
                seconds);
    }

    private static AuditRecord deniedAt(Instant time) {
        return Records.with(denial(MINE), "time", time);
    }

    private static AuditRecord denial(String workspace) {
        return note(workspace, KEY, "scope_missing", null, null);
    }

    private static AuditRecord note(
            String workspace,
            Actor actor,
            String code,
            @Nullable String action,
            @Nullable String method) {
        return new AuditRecord(
                Id.of(IdKind.EVT, new UUID(9, 9)),
                START.plusSeconds(5),
                workspace,
                actor.type(),
                actor.id(),
                "POST /api/v1/keys",
                code,
                Id.of(IdKind.REQ, new UUID(9, 8)),
                3,
                action,
                method,
                "sealed");
    }

    private static EventRecord by(@Nullable Actor actor, EventRecord event, int seconds) {
        var header =
                Records.with(
                        Records.with(event.header(), "actor", actor),
                        "time",
                        event.header().time().plus(Duration.ofSeconds(seconds)));
        return new EventRecord(header, event.payload());
    }

    private List<String> actions(Map<String, String> filters) {
        return data(filters).stream().map(entry -> entry.path("action").asString()).toList();
    }

    private ObjectNode entry(Map<String, String> filters) {
        assertThat(data(filters)).hasSize(1);
        return data(filters).getFirst();
    }

    private List<ObjectNode> data(Map<String, String> filters) {
        return models.found(QueryNames.AUDIT, MINE, filters)
                .path("data")
                .valueStream()
                .map(ObjectNode.class::cast)
                .toList();
    }
}
