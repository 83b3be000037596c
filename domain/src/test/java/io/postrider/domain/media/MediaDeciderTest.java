package io.postrider.domain.media;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.kernel.Decision;
import io.postrider.domain.kernel.Decision.Accepted;
import io.postrider.domain.kernel.Lifecycle;
import io.postrider.domain.media.MediaCommand.CreateMedia;
import io.postrider.domain.media.MediaCommand.DeleteMedia;
import io.postrider.domain.media.MediaEvent.MediaCreated;
import io.postrider.domain.media.MediaEvent.MediaDeleted;
import io.postrider.domain.media.MediaEvent.MediaFetched;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class MediaDeciderTest {

    private static final Instant AT = Instant.parse("2026-11-02T09:30:00Z");
    private static final String MESSAGE = "msg_01kb3q9b6wf3s5r8t1v4x7z0c2";

    private final MediaDecider decider = new MediaDecider();
    private final Media media =
            new Media(
                    Media.receivedId(MESSAGE),
                    "ws_1",
                    MESSAGE,
                    MediaState.STORED,
                    "image/png",
                    null,
                    3,
                    "aa",
                    null,
                    AT,
                    AT);

    @Test
    void aFileThatIsFetchedTwiceIsCreatedOnce() {
        Decision<MediaEvent> first = decide(decider.initialState(), new CreateMedia(media));

        assertThat(first).isEqualTo(Decision.accept(new MediaCreated(media)));
        assertThat(decide(after(first), new CreateMedia(media))).isEqualTo(Decision.unchanged());
        assertThat(Media.receivedId(MESSAGE)).isEqualTo(media.id());
    }

    /** A message names its file before the provider has given it. */
    @Test
    void aFileThatIsBeingFetchedBecomesTheOneThatWas() {
        Media fetching =
                new Media(
                        media.id(),
                        "ws_1",
                        MESSAGE,
                        MediaState.FETCHING,
                        null,
                        "name",
                        0,
                        null,
                        null,
                        AT.minusSeconds(5),
                        AT.minusSeconds(5));
        Lifecycle<Media> created = after(decide(decider.initialState(), new CreateMedia(fetching)));

        assertThat(decide(created, new CreateMedia(fetching))).isEqualTo(Decision.unchanged());
        Decision<MediaEvent> fetched = decide(created, new CreateMedia(media));

        assertThat(fetched).isEqualTo(Decision.accept(new MediaFetched(fetching.fetchedAs(media))));
        assertThat(fetching.fetchedAs(media).createdAt()).isEqualTo(AT.minusSeconds(5));
        assertThat(fetching.fetchedAs(media).sha256()).isEqualTo("aa");
        assertThat(decide(after(fetched), new CreateMedia(fetching)))
                .isEqualTo(Decision.unchanged());
    }

    @Test
    void aFileIsDeletedByItsWorkspaceAlone() {
        Lifecycle<Media> created = after(decide(decider.initialState(), new CreateMedia(media)));

        assertThat(decide(created, new DeleteMedia("ws_2"))).isInstanceOf(Decision.Rejected.class);
        Decision<MediaEvent> deleted = decide(created, new DeleteMedia("ws_1"));
        assertThat(deleted).isEqualTo(Decision.accept(new MediaDeleted(media)));
        assertThat(decide(after(deleted), new CreateMedia(media)))
                .isInstanceOf(Decision.Rejected.class);
    }

    private Decision<MediaEvent> decide(Lifecycle<Media> state, MediaCommand command) {
        return decider.decide(state, command, AT);
    }

    private Lifecycle<Media> after(Decision<MediaEvent> decision) {
        assertThat(decision).isInstanceOf(Accepted.class);
        return decider.evolve(
                decider.initialState(), ((Accepted<MediaEvent>) decision).events().getFirst());
    }
}
