package io.postrider.domain.media;

/** Commands to files. */
public sealed interface MediaCommand {

    /** The workspace that asks. */
    String workspace();

    /** Records a file that is being fetched, or whose content was stored or could not be fetched. */
    record CreateMedia(Media media) implements MediaCommand {
        @Override
        public String workspace() {
            return media.workspace();
        }
    }

    /** Deletes a file. */
    record DeleteMedia(String workspace) implements MediaCommand {}
}
