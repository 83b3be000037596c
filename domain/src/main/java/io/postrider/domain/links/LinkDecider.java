package io.postrider.domain.links;

import io.postrider.domain.kernel.Decider;
import io.postrider.domain.kernel.Decision;
import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.kernel.Rejection;
import io.postrider.domain.kernel.ScheduledCommand;
import io.postrider.domain.links.LinkCommand.AdmitClicks;
import io.postrider.domain.links.LinkCommand.CreateLink;
import io.postrider.domain.links.LinkCommand.DeleteLink;
import io.postrider.domain.links.LinkCommand.ExpireLink;
import io.postrider.domain.links.LinkCommand.UpdateLink;
import io.postrider.domain.links.LinkEvent.ClicksAdmitted;
import io.postrider.domain.links.LinkEvent.LinkChange;
import io.postrider.domain.links.LinkEvent.LinkCreated;
import io.postrider.domain.links.LinkEvent.LinkDeleted;
import io.postrider.domain.links.LinkEvent.LinkExhausted;
import io.postrider.domain.links.LinkEvent.LinkExpired;
import io.postrider.domain.links.LinkEvent.LinkUpdated;
import io.postrider.domain.links.LinkState.Active;
import io.postrider.domain.links.LinkState.Deleted;
import io.postrider.domain.links.LinkState.Free;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Decides on short links: one slug of a domain has one owner, for ever. */
public final class LinkDecider implements Decider<LinkCommand, LinkState, LinkEvent> {

    static final Rejection CLICKS_EXHAUSTED =
            Rejection.of(
                    Rejection.Kind.GONE,
                    "clicks_exhausted",
                    "All clicks that max_clicks allows are used up.");

    static Rejection slugTaken(String domain, String slug) {
        return Rejection.conflict(
                "slug_taken", "The slug " + slug + " is already taken on " + domain + ".");
    }

    @Override
    public LinkState initialState() {
        return new Free();
    }

    @Override
    public Decision<LinkEvent> decide(LinkState state, LinkCommand command, Instant at) {
        return switch (state) {
            case Free() -> onFree(command, at);
            case Active(Link link) -> onActive(link, command, at);
            case Deleted(Link link) -> onDeleted(link, command);
        };
    }

    @Override
    public LinkState evolve(LinkState state, LinkEvent event) {
        return switch (event) {
            case LinkDeleted(Link link) -> new Deleted(link);
            case LinkChange change -> new Active(change.link());
            case ClicksAdmitted(_, long admitted) -> counted(state, admitted);
        };
    }

    private static LinkState counted(LinkState state, long admittedClicks) {
        return switch (state) {
            case Active(Link link) -> new Active(link.withAdmittedClicks(admittedClicks));
            case Free _, Deleted _ -> state;
        };
    }

    /** As for links without a limit, a visit must not make an edit of the link fail. */
    @Override
    public boolean makesVersion(LinkEvent event) {
        return event instanceof LinkChange;
    }

    @Override
    public Optional<ScheduledCommand<LinkCommand>> due(LinkState state) {
        return state instanceof Active(Link link) && link.expiresAt() != null && link.awaitsEnd()
                ? Optional.of(
                        new ScheduledCommand<>(
                                link.expiresAt(),
                                new ExpireLink(link.workspace(), link.expiresAt())))
                : Optional.empty();
    }

    private static Decision<LinkEvent> onFree(LinkCommand command, Instant at) {
        return switch (command) {
            case CreateLink(Link link) -> create(link, at);
            case UpdateLink _, DeleteLink _, AdmitClicks _, ExpireLink _ ->
                    Decision.reject(Rejection.notFound("link"));
        };
    }

    private static Decision<LinkEvent> create(Link link, Instant at) {
        return FieldError.inThePast("/expires_at", link.expiresAt(), at)
                .<Decision<LinkEvent>>map(
                        error -> Decision.reject(Rejection.invalid(List.of(error))))
                .orElseGet(() -> checked(link, new LinkCreated(link)));
    }

    private static Decision<LinkEvent> onActive(Link link, LinkCommand command, Instant at) {
        if (command instanceof CreateLink) {
            return Decision.reject(slugTaken(link.domain(), link.slug()));
        }
        if (!link.workspace().equals(command.workspace())) {
            return Decision.reject(Rejection.notFound("link"));
        }
        return switch (command) {
            case CreateLink _ -> Decision.reject(slugTaken(link.domain(), link.slug()));
            case UpdateLink(_, LinkPatch patch) -> update(link, patch, at);
            case DeleteLink _ -> happened(link, at, new LinkDeleted(link.touchedAt(at)));
            case AdmitClicks(_, long count) -> admit(link, count);
            case ExpireLink(_, Instant expiresAt) -> expire(link, expiresAt, at);
        };
    }

    private static Decision<LinkEvent> onDeleted(Link link, LinkCommand command) {
        return switch (command) {
            case CreateLink _ -> Decision.reject(slugTaken(link.domain(), link.slug()));
            case UpdateLink _, DeleteLink _, AdmitClicks _ ->
                    Decision.reject(Rejection.notFound("link"));
            case ExpireLink _ -> Decision.unchanged();
        };
    }

    private static Decision<LinkEvent> update(Link link, LinkPatch patch, Instant at) {
        Link changed = patch.applyTo(link, at);
        if (changed.equals(link.touchedAt(at))) {
            return Decision.unchanged();
        }
        List<FieldError> errors = LinkRules.together(changed);
        return errors.isEmpty()
                ? happened(link, at, new LinkUpdated(changed))
                : Decision.reject(Rejection.invalid(errors));
    }

    private static Decision<LinkEvent> expire(Link link, Instant expiresAt, Instant at) {
        return link.endedUnnoticed(at) && expiresAt.equals(link.expiresAt())
                ? Decision.accept(new LinkExpired(link.touchedAt(at)))
                : Decision.unchanged();
    }

    /** A change, after an expiry that is not recorded yet, and before an expiry that the change itself causes. */
    private static Decision<LinkEvent> happened(Link before, Instant at, LinkChange change) {
        List<LinkEvent> events = new ArrayList<>();
        if (before.endedUnnoticed(at)) {
            events.add(new LinkExpired(before.touchedAt(at)));
        }
        events.add(change);
        Link after = change.link();
        boolean otherEnd = !Objects.equals(before.expiresAt(), after.expiresAt());
        if (change instanceof LinkUpdated && otherEnd && after.ended(at)) {
            events.add(new LinkExpired(after));
        }
        return new Decision.Accepted<>(events);
    }

    private static Decision<LinkEvent> admit(Link link, long count) {
        if (link.maxClicks() == null || count < 1) {
            return Decision.unchanged();
        }
        if (link.exhausted()) {
            return Decision.reject(CLICKS_EXHAUSTED);
        }
        long granted = Math.min(count, link.maxClicks() - link.admittedClicks());
        Link counted = link.withAdmittedClicks(link.admittedClicks() + granted);
        return Decision.accept(
                counted.exhausted()
                        ? new LinkExhausted(counted, granted)
                        : new ClicksAdmitted(granted, counted.admittedClicks()));
    }

    private static Decision<LinkEvent> checked(Link link, LinkEvent event) {
        List<FieldError> errors = LinkRules.together(link);
        return errors.isEmpty()
                ? Decision.accept(event)
                : Decision.reject(Rejection.invalid(errors));
    }
}
