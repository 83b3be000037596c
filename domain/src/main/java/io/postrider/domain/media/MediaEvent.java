package io.postrider.domain.media;

import io.postrider.domain.kernel.ResourceEvent;

/** Events of files; each carries the file. */
public sealed interface MediaEvent extends ResourceEvent<Media> {

    /** The file. */
    Media media();

    @Override
    default Media resource() {
        return media();
    }

    /** A file was uploaded, or came with a message and is being fetched. */
    record MediaCreated(Media media) implements MediaEvent {}

    /** The content of a file was fetched, or the provider could not provide it. */
    record MediaFetched(Media media) implements MediaEvent {}

    /** A file was deleted. */
    record MediaDeleted(Media media) implements MediaEvent {
        @Override
        public boolean deletes() {
            return true;
        }
    }
}
