package io.postrider.schemas.catalogue;

import static io.postrider.schemas.catalogue.CommandEffect.ADDS;
import static io.postrider.schemas.catalogue.CommandEffect.REMOVES;
import static io.postrider.schemas.catalogue.CommandType.command;
import static io.postrider.schemas.catalogue.EventType.event;

import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.kernel.Lifecycle;
import io.postrider.domain.media.Media;
import io.postrider.domain.media.MediaCommand;
import io.postrider.domain.media.MediaCommand.CreateMedia;
import io.postrider.domain.media.MediaCommand.DeleteMedia;
import io.postrider.domain.media.MediaDecider;
import io.postrider.domain.media.MediaEvent;
import io.postrider.domain.media.MediaEvent.MediaCreated;
import io.postrider.domain.media.MediaEvent.MediaDeleted;
import io.postrider.domain.media.MediaEvent.MediaFetched;
import io.postrider.domain.media.MediaState;
import io.postrider.schemas.Context;
import io.postrider.schemas.json.MediaJson;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Files of messages. */
final class MediaAggregate {

    private static final String SHA_256 =
            "3a5c8f1f2e9f0b0d1c2b3a4958677685948392a1b0c9d8e7f6a5b4c3d2e1f001";
    private static final List<CommandType<MediaCommand>> COMMANDS =
            List.of(
                    command(
                            "media.create",
                            CreateMedia.class,
                            ADDS,
                            s -> new CreateMedia(media(s, MediaState.FETCHING, 0, null)),
                            s -> new CreateMedia(media(s, MediaState.STORED, 68, SHA_256))),
                    command(
                            "media.delete",
                            DeleteMedia.class,
                            REMOVES,
                            s -> new DeleteMedia(s.workspace())));
    private static final List<EventType<MediaEvent>> EVENTS =
            List.of(
                    event(
                            "media.created",
                            MediaCreated.class,
                            "A file was uploaded, or a message with a file was received."),
                    event(
                            "media.fetched",
                            MediaFetched.class,
                            "The file of a received message was fetched, or fetching it failed."),
                    event("media.deleted", MediaDeleted.class, "A file was deleted."));

    static final AggregateType<MediaCommand, Lifecycle<Media>, MediaEvent, Media> ENTRY =
            new AggregateType<>(
                    "media",
                    Context.MESSAGES,
                    new MediaDecider(),
                    MediaCommand.class,
                    MediaEvent.class,
                    COMMANDS,
                    EVENTS,
                    List.of(),
                    new ResourceType<>(
                            Optional.of(IdKind.MED),
                            true,
                            Media.class,
                            MediaJson::of,
                            Replica.NONE,
                            List.of()),
                    List.of(
                            Scope.of("media:read", "whatsapp", "automation"),
                            Scope.of("media:write", "whatsapp")));

    private MediaAggregate() {}

    private static Media media(Sample s, MediaState state, long size, @Nullable String sha256) {
        return new Media(
                s.id(IdKind.MED),
                s.workspace(),
                s.id(IdKind.MSG),
                state,
                "image/png",
                "order.png",
                size,
                sha256,
                null,
                Sample.AT,
                Sample.AT);
    }
}
