package io.postrider.domain.links;

import static io.postrider.domain.links.LinkSamples.EMPTY_PATCH;
import static io.postrider.domain.links.LinkSamples.OTHER_WORKSPACE;
import static io.postrider.domain.links.LinkSamples.WORKSPACE;
import static io.postrider.domain.links.LinkSamples.limited;
import static io.postrider.testkit.records.Records.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.kernel.DeciderSpec;
import io.postrider.domain.kernel.Rejection;
import io.postrider.domain.kernel.ScheduledCommand;
import io.postrider.domain.links.LinkCommand.DeleteLink;
import io.postrider.domain.links.LinkCommand.ExpireLink;
import io.postrider.domain.links.LinkCommand.UpdateLink;
import io.postrider.domain.links.LinkEvent.LinkCreated;
import io.postrider.domain.links.LinkEvent.LinkDeleted;
import io.postrider.domain.links.LinkEvent.LinkExpired;
import io.postrider.domain.links.LinkEvent.LinkUpdated;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LinkExpiryTest {

    private static final Instant AT = Instant.parse("2026-02-03T04:05:06Z");

    private final LinkDecider decider = new LinkDecider();
    private final DeciderSpec<LinkCommand, LinkState, LinkEvent> spec = DeciderSpec.of(decider, AT);

    @Test
    void anEndThatCameIsWrittenDownOnce() {
        spec.given(new LinkCreated(ending(AT)))
                .when(new ExpireLink(WORKSPACE, AT))
                .then(new LinkExpired(touched(ending(AT))))
                .when(new ExpireLink(WORKSPACE, AT))
                .thenNothing();
    }

    @Test
    void anEndThatIsNotTheLinksAnyMoreOrNotYetThereIsNotWrittenDown() {
        Instant later = AT.plusMillis(1);

        spec.given(new LinkCreated(ending(later)))
                .when(new ExpireLink(WORKSPACE, AT))
                .thenNothing()
                .when(new ExpireLink(WORKSPACE, later))
                .thenNothing();
        spec.given(new LinkCreated(ending(null))).when(new ExpireLink(WORKSPACE, AT)).thenNothing();
    }

    @Test
    void deletedMissingOrForeignLinksDoNotExpire() {
        spec.given(new LinkCreated(ending(AT)), new LinkDeleted(ending(AT)))
                .when(new ExpireLink(WORKSPACE, AT))
                .thenNothing();
        spec.given().when(new ExpireLink(WORKSPACE, AT)).thenRefused(Rejection.notFound("link"));
        spec.given(new LinkCreated(ending(AT)))
                .when(new ExpireLink(OTHER_WORKSPACE, AT))
                .thenRefused(Rejection.notFound("link"));
    }

    @Test
    void aChangeAfterTheEndComesAfterIt() {
        Link ended = ending(AT);
        Link longer = with(ended, "expiresAt", AT.plusSeconds(60));

        spec.given(new LinkCreated(ended))
                .when(endingAt(AT.plusSeconds(60)))
                .then(new LinkExpired(touched(ended)), new LinkUpdated(touched(longer)));
        spec.given(new LinkCreated(ended))
                .when(new DeleteLink(WORKSPACE))
                .then(new LinkExpired(touched(ended)), new LinkDeleted(touched(ended)));
        spec.given(new LinkExpired(touched(ended)))
                .when(new DeleteLink(WORKSPACE))
                .then(new LinkDeleted(touched(ended)));
    }

    @Test
    void aLinkThatIsMadeToEndInThePastEndsWithTheChange() {
        Link over = touched(ending(AT.minusSeconds(1)));

        spec.given(new LinkCreated(ending(null)))
                .when(endingAt(AT.minusSeconds(1)))
                .then(new LinkUpdated(over), new LinkExpired(over))
                .when(new ExpireLink(WORKSPACE, AT.minusSeconds(1)))
                .thenNothing();
    }

    @Test
    void aLinkWantsToBeAskedAtItsEndUntilThatIsWrittenDown() {
        Optional<ScheduledCommand<LinkCommand>> asked =
                Optional.of(new ScheduledCommand<>(AT, new ExpireLink(WORKSPACE, AT)));

        assertThat(dueAfter(new LinkCreated(ending(AT)))).isEqualTo(asked);
        assertThat(dueAfter(new LinkExpired(touched(ending(AT))))).isEmpty();
        assertThat(dueAfter(new LinkCreated(ending(null)))).isEmpty();
        assertThat(dueAfter(new LinkDeleted(ending(AT)))).isEmpty();
        assertThat(decider.due(decider.initialState())).isEmpty();
    }

    private Optional<ScheduledCommand<LinkCommand>> dueAfter(LinkEvent event) {
        return decider.due(decider.evolve(decider.initialState(), event));
    }

    private static LinkCommand endingAt(Instant end) {
        return new UpdateLink(
                WORKSPACE,
                with(with(EMPTY_PATCH, "changed", List.of("expires_at")), "expiresAt", end));
    }

    private static Link ending(@Nullable Instant end) {
        return with(limited(WORKSPACE, null, 0), "expiresAt", end);
    }

    private static Link touched(Link link) {
        return with(link, "updatedAt", AT);
    }
}
