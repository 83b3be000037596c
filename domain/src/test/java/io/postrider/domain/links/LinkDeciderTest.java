package io.postrider.domain.links;

import static io.postrider.domain.links.LinkSamples.DOMAIN;
import static io.postrider.domain.links.LinkSamples.EMPTY_PATCH;
import static io.postrider.domain.links.LinkSamples.OTHER_WORKSPACE;
import static io.postrider.domain.links.LinkSamples.SLUG;
import static io.postrider.domain.links.LinkSamples.WORKSPACE;
import static io.postrider.domain.links.LinkSamples.bare;
import static io.postrider.domain.links.LinkSamples.limited;
import static io.postrider.testkit.records.Records.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.kernel.DeciderSpec;
import io.postrider.domain.kernel.DecisionTable;
import io.postrider.domain.kernel.Rejection;
import io.postrider.domain.links.LinkCommand.AdmitClicks;
import io.postrider.domain.links.LinkCommand.CreateLink;
import io.postrider.domain.links.LinkCommand.DeleteLink;
import io.postrider.domain.links.LinkCommand.ExpireLink;
import io.postrider.domain.links.LinkCommand.UpdateLink;
import io.postrider.domain.links.LinkEvent.ClicksAdmitted;
import io.postrider.domain.links.LinkEvent.LinkCreated;
import io.postrider.domain.links.LinkEvent.LinkDeleted;
import io.postrider.domain.links.LinkEvent.LinkExhausted;
import io.postrider.domain.links.LinkEvent.LinkUpdated;
import io.postrider.domain.links.LinkState.Active;
import io.postrider.domain.links.LinkState.Deleted;
import io.postrider.domain.links.LinkState.Free;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class LinkDeciderTest {

    private static final Instant AT = Instant.parse("2026-02-03T04:05:06Z");
    private static final Link LINK = bare(WORKSPACE);
    private static final Rejection TAKEN = LinkDecider.slugTaken(DOMAIN, SLUG);
    private static final Rejection MISSING = Rejection.notFound("link");
    private static final CreateLink CREATE = new CreateLink(LINK);
    private static final CreateLink FOREIGN_CREATE = new CreateLink(bare(OTHER_WORKSPACE));
    private static final DeleteLink DELETE = new DeleteLink(WORKSPACE);
    private static final DeleteLink FOREIGN_DELETE = new DeleteLink(OTHER_WORKSPACE);
    private static final ExpireLink EXPIRE = new ExpireLink(WORKSPACE, AT);
    private static final AdmitClicks ADMIT = new AdmitClicks(WORKSPACE, 1);
    private static final AdmitClicks FOREIGN_ADMIT = new AdmitClicks(OTHER_WORKSPACE, 1);

    private final LinkDecider decider = new LinkDecider();
    private final DeciderSpec<LinkCommand, LinkState, LinkEvent> spec = DeciderSpec.of(decider, AT);

    @TestFactory
    Stream<DynamicTest> decidesOnEveryCommandInEveryState() {
        DecisionTable<LinkCommand, LinkState, LinkEvent> table = new DecisionTable<>(decider, AT);
        addFree(table);
        addActive(table);
        addLimited(table);
        addDeleted(table);
        return table.tests(LinkState.class, LinkCommand.class);
    }

    private static void addFree(DecisionTable<LinkCommand, LinkState, LinkEvent> table) {
        Free free = new Free();
        table.accepts("free, create", free, CREATE, new LinkCreated(LINK))
                .refuses("free, update", free, titled(WORKSPACE), MISSING)
                .refuses("free, delete", free, DELETE, MISSING)
                .refuses("free, admit", free, ADMIT, MISSING)
                .refuses("free, expire", free, EXPIRE, MISSING);
    }

    private static void addActive(DecisionTable<LinkCommand, LinkState, LinkEvent> table) {
        Active active = new Active(LINK);
        Link updated = with(with(LINK, "title", "New"), "updatedAt", AT);
        table.refuses("active, create", active, CREATE, TAKEN)
                .refuses("active, foreign create", active, FOREIGN_CREATE, TAKEN)
                .accepts("active, update", active, titled(WORKSPACE), new LinkUpdated(updated))
                .refuses("active, foreign update", active, titled(OTHER_WORKSPACE), MISSING)
                .accepts(
                        "active, delete",
                        active,
                        DELETE,
                        new LinkDeleted(with(LINK, "updatedAt", AT)))
                .refuses("active, foreign delete", active, FOREIGN_DELETE, MISSING)
                .accepts("active, admit without a limit", active, ADMIT)
                .refuses("active, foreign admit", active, FOREIGN_ADMIT, MISSING)
                .accepts("active, expire without an end", active, EXPIRE);
    }

    private static void addLimited(DecisionTable<LinkCommand, LinkState, LinkEvent> table) {
        Link last = limited(WORKSPACE, 3L, 3);
        table.accepts(
                        "active, admit with room",
                        new Active(limited(WORKSPACE, 3L, 1)),
                        ADMIT,
                        new ClicksAdmitted(1, 2))
                .accepts(
                        "active, admit the last",
                        new Active(limited(WORKSPACE, 3L, 2)),
                        ADMIT,
                        new LinkExhausted(last, 1))
                .accepts(
                        "active, admit nothing",
                        new Active(limited(WORKSPACE, 9L, 1)),
                        new AdmitClicks(WORKSPACE, 0))
                .accepts(
                        "active, admit a block",
                        new Active(limited(WORKSPACE, 9L, 1)),
                        new AdmitClicks(WORKSPACE, 7),
                        new ClicksAdmitted(7, 8))
                .accepts(
                        "active, admit a block that takes the limit",
                        new Active(limited(WORKSPACE, 3L, 1)),
                        new AdmitClicks(WORKSPACE, 2),
                        new LinkExhausted(last, 2))
                .accepts(
                        "active, admit more than there is room for",
                        new Active(limited(WORKSPACE, 3L, 1)),
                        new AdmitClicks(WORKSPACE, Long.MAX_VALUE),
                        new LinkExhausted(last, 2))
                .refuses("exhausted, admit", new Active(last), ADMIT, LinkDecider.CLICKS_EXHAUSTED)
                .refuses("exhausted, foreign admit", new Active(last), FOREIGN_ADMIT, MISSING)
                .refuses("exhausted, create", new Active(last), CREATE, TAKEN)
                .accepts(
                        "exhausted, delete",
                        new Active(last),
                        DELETE,
                        new LinkDeleted(with(last, "updatedAt", AT)));
    }

    private static void addDeleted(DecisionTable<LinkCommand, LinkState, LinkEvent> table) {
        Deleted deleted = new Deleted(LINK);
        table.refuses("deleted, create", deleted, CREATE, TAKEN)
                .refuses("deleted, foreign create", deleted, FOREIGN_CREATE, TAKEN)
                .refuses("deleted, update", deleted, titled(WORKSPACE), MISSING)
                .refuses("deleted, foreign update", deleted, titled(OTHER_WORKSPACE), MISSING)
                .refuses("deleted, delete", deleted, DELETE, MISSING)
                .refuses("deleted, foreign delete", deleted, FOREIGN_DELETE, MISSING)
                .refuses("deleted, admit", deleted, ADMIT, MISSING)
                .refuses("deleted, foreign admit", deleted, FOREIGN_ADMIT, MISSING)
                .accepts("deleted, expire", deleted, EXPIRE);
    }

    @Test
    void aDeletedSlugStaysTaken() {
        spec.given()
                .when(CREATE)
                .then(new LinkCreated(LINK))
                .when(DELETE)
                .then(new LinkDeleted(with(LINK, "updatedAt", AT)))
                .when(CREATE)
                .thenRefused(TAKEN)
                .when(FOREIGN_CREATE)
                .thenRefused(TAKEN);
    }

    @Test
    void aLinkIsExhaustedByItsLastClickAndOnlyOnce() {
        spec.given(new LinkCreated(limited(WORKSPACE, 2L, 0)))
                .when(ADMIT)
                .then(new ClicksAdmitted(1, 1))
                .when(ADMIT)
                .then(new LinkExhausted(limited(WORKSPACE, 2L, 2), 1))
                .when(ADMIT)
                .thenRefused(LinkDecider.CLICKS_EXHAUSTED)
                .when(ADMIT)
                .thenRefused(LinkDecider.CLICKS_EXHAUSTED);
    }

    @Test
    void aLinkForOneClickIsExhaustedByItsFirst() {
        Link one = limited(WORKSPACE, 1L, 1);
        spec.given(new LinkCreated(limited(WORKSPACE, 1L, 0)))
                .when(ADMIT)
                .then(new LinkExhausted(one, 1));
    }

    @Test
    void theHighestLimitDoesNotOverflow() {
        Link last = limited(WORKSPACE, Long.MAX_VALUE, Long.MAX_VALUE);
        spec.given(new LinkCreated(limited(WORKSPACE, Long.MAX_VALUE, Long.MAX_VALUE - 1)))
                .when(ADMIT)
                .then(new LinkExhausted(last, 1))
                .when(ADMIT)
                .thenRefused(LinkDecider.CLICKS_EXHAUSTED);
    }

    @Test
    void aClickThroughAnUnlimitedLinkIsNotCounted() {
        spec.given(new LinkCreated(LINK)).when(ADMIT).thenNothing().when(ADMIT).thenNothing();
    }

    @Test
    void theAggregateOfALinkIsItsSlugOnItsDomain() {
        assertThat(LINK.key()).isEqualTo("sho.rt/Launch_2026");
        assertThat(Link.keyOf("sho.rt", "launch_2026")).isEqualTo("sho.rt/launch_2026");
    }

    private static UpdateLink titled(String workspace) {
        LinkPatch patch = with(with(EMPTY_PATCH, "changed", List.of("title")), "title", "New");
        return new UpdateLink(workspace, patch);
    }
}
