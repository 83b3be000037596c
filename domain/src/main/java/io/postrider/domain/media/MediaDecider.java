package io.postrider.domain.media;

import io.postrider.domain.kernel.Decider;
import io.postrider.domain.kernel.Decision;
import io.postrider.domain.kernel.Lifecycle;
import io.postrider.domain.kernel.Lifecycle.None;
import io.postrider.domain.kernel.Lifecycle.Present;
import io.postrider.domain.kernel.Rejection;
import io.postrider.domain.media.MediaCommand.CreateMedia;
import io.postrider.domain.media.MediaCommand.DeleteMedia;
import io.postrider.domain.media.MediaEvent.MediaCreated;
import io.postrider.domain.media.MediaEvent.MediaDeleted;
import io.postrider.domain.media.MediaEvent.MediaFetched;
import java.time.Instant;

/** Decides on files. A file that is fetched twice is created once. */
public final class MediaDecider implements Decider<MediaCommand, Lifecycle<Media>, MediaEvent> {

    @Override
    public Lifecycle<Media> initialState() {
        return new None<>();
    }

    @Override
    public Decision<MediaEvent> decide(Lifecycle<Media> state, MediaCommand command, Instant at) {
        if (state instanceof None && command instanceof CreateMedia(Media media)) {
            return Decision.accept(new MediaCreated(media));
        }
        if (!(state instanceof Present<Media>(Media media))
                || !media.workspace().equals(command.workspace())) {
            return Decision.reject(Rejection.notFound("media"));
        }
        return switch (command) {
            case CreateMedia(Media found)
                    when media.state() == MediaState.FETCHING
                            && found.state() != MediaState.FETCHING ->
                    Decision.accept(new MediaFetched(media.fetchedAs(found)));
            case CreateMedia _ -> Decision.unchanged();
            case DeleteMedia _ -> Decision.accept(new MediaDeleted(media));
        };
    }

    @Override
    public Lifecycle<Media> evolve(Lifecycle<Media> state, MediaEvent event) {
        return Lifecycle.after(event);
    }
}
