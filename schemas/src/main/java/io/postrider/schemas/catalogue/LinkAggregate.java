package io.postrider.schemas.catalogue;

import static io.postrider.schemas.catalogue.CommandEffect.ADDS;
import static io.postrider.schemas.catalogue.CommandEffect.CHANGES;
import static io.postrider.schemas.catalogue.CommandEffect.CLOCK;
import static io.postrider.schemas.catalogue.CommandEffect.EDITS;
import static io.postrider.schemas.catalogue.CommandEffect.REMOVES;
import static io.postrider.schemas.catalogue.CommandType.command;
import static io.postrider.schemas.catalogue.EventType.event;

import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.links.Link;
import io.postrider.domain.links.LinkCommand;
import io.postrider.domain.links.LinkCommand.AdmitClicks;
import io.postrider.domain.links.LinkCommand.CreateLink;
import io.postrider.domain.links.LinkCommand.DeleteLink;
import io.postrider.domain.links.LinkCommand.ExpireLink;
import io.postrider.domain.links.LinkCommand.UpdateLink;
import io.postrider.domain.links.LinkDecider;
import io.postrider.domain.links.LinkEvent;
import io.postrider.domain.links.LinkEvent.ClicksAdmitted;
import io.postrider.domain.links.LinkEvent.LinkCreated;
import io.postrider.domain.links.LinkEvent.LinkDeleted;
import io.postrider.domain.links.LinkEvent.LinkExhausted;
import io.postrider.domain.links.LinkEvent.LinkExpired;
import io.postrider.domain.links.LinkEvent.LinkUpdated;
import io.postrider.domain.links.LinkPatch;
import io.postrider.domain.links.LinkState;
import io.postrider.schemas.Context;
import io.postrider.schemas.json.LinkJson;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Short links. */
final class LinkAggregate {

    private static final List<CommandType<LinkCommand>> COMMANDS =
            List.of(
                    command("link.create", CreateLink.class, ADDS, s -> new CreateLink(link(s))),
                    command(
                            "link.update",
                            UpdateLink.class,
                            EDITS,
                            s -> new UpdateLink(s.workspace(), retitled())),
                    command(
                            "link.delete",
                            DeleteLink.class,
                            REMOVES,
                            s -> new DeleteLink(s.workspace())),
                    command(
                            "link.admit_clicks",
                            AdmitClicks.class,
                            CHANGES,
                            s -> new AdmitClicks(s.workspace(), 600)),
                    command(
                            "link.expire",
                            ExpireLink.class,
                            CLOCK,
                            s -> new ExpireLink(s.workspace(), Sample.END)));
    private static final List<EventType<LinkEvent>> EVENTS =
            List.of(
                    event("link.created", LinkCreated.class, "A short link was created."),
                    event("link.updated", LinkUpdated.class, "A short link was updated."),
                    event("link.deleted", LinkDeleted.class, "A short link was deleted."),
                    event(
                            "link.exhausted",
                            LinkExhausted.class,
                            "A short link reached its click limit."),
                    event("link.expired", LinkExpired.class, "A short link expired."));

    static final AggregateType<LinkCommand, LinkState, LinkEvent, Link> ENTRY =
            new AggregateType<>(
                    "link",
                    Context.LINKS,
                    new LinkDecider(),
                    LinkCommand.class,
                    LinkEvent.class,
                    COMMANDS,
                    EVENTS,
                    List.of(
                            event(
                                    "link.clicks_admitted",
                                    ClicksAdmitted.class,
                                    "Clicks were admitted to a short link with a limit.")),
                    new ResourceType<>(
                            Optional.of(IdKind.LNK),
                            false,
                            Link.class,
                            LinkJson::of,
                            Replica.DISK,
                            List.of(
                                    new Index<>("tag", Match.EXACT, Link::tags),
                                    new Index<>("domain", Match.CASELESS, l -> List.of(l.domain())),
                                    new Index<>(
                                            "external_id",
                                            Match.EXACT,
                                            l -> Stream.ofNullable(l.externalId()).toList()),
                                    new Index<>(
                                            "q",
                                            Match.WORDS,
                                            l ->
                                                    Stream.of(l.slug(), l.url(), l.title())
                                                            .filter(Objects::nonNull)
                                                            .toList()))),
                    Stream.concat(
                                    Scope.readWrite("links", "links", "automation").stream(),
                                    Stream.of(Scope.of("clicks:read", "links", "automation")))
                            .toList());

    private LinkAggregate() {}

    static Link link(Sample s) {
        return new Link(
                s.id(IdKind.LNK),
                s.workspace(),
                "go.example.com",
                "spring-" + s.number(),
                "https://www.example.com/sale",
                "Spring sale",
                List.of("mail"),
                Sample.AT,
                Sample.END,
                "https://www.example.com/",
                1_000L,
                0,
                302,
                true,
                "campaign-" + s.number(),
                Map.of("team", "growth"),
                Sample.AT,
                Sample.AT);
    }

    private static LinkPatch retitled() {
        return new LinkPatch(
                List.of("title"),
                null,
                "Summer sale",
                List.of(),
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                Map.of());
    }
}
