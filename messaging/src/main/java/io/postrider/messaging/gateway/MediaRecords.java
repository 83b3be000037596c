package io.postrider.messaging.gateway;

import io.postrider.domain.media.Media;
import io.postrider.domain.media.MediaCommand.CreateMedia;
import io.postrider.domain.media.MediaState;
import io.postrider.schemas.Attempt;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Records the files that are fetched, that were fetched, and those that could not be. */
final class MediaRecords {

    private MediaRecords() {}

    /**
     * The command that follows from a message with a file.
     *
     * @param file as the provider describes it
     */
    static CreateMedia fetching(
            String workspace,
            String id,
            String message,
            JsonNode file,
            Secrets secrets,
            Instant at) {
        return new CreateMedia(
                new Media(
                        id,
                        workspace,
                        message,
                        MediaState.FETCHING,
                        file.path("mime_type").asStringOpt().orElse(null),
                        file.path("filename")
                                .asStringOpt()
                                .flatMap(name ->
                                        secrets.sealedText(workspace, Media.purpose(id), name))
                                .orElse(null),
                        0,
                        null,
                        null,
                        at,
                        at));
    }

    /** The command that follows from an attempt to fetch a file; empty where another attempt follows. */
    static Optional<CreateMedia> recorded(ProviderCall work, Attempt attempt, JsonNode told) {
        return switch (attempt.outcome()) {
            case Attempt.DELIVERED -> Optional.of(created(work, attempt, told, null));
            case Attempt.EXHAUSTED ->
                    Optional.of(created(work, attempt, told, told.path("code").asString("failed")));
            default -> Optional.empty();
        };
    }

    private static CreateMedia created(
            ProviderCall work, Attempt attempt, JsonNode told, @Nullable String error) {
        Instant at = attempt.at();
        return new CreateMedia(
                new Media(
                        work.resource(),
                        attempt.workspace(),
                        told.path("message").asStringOpt().orElse(null),
                        error == null ? MediaState.STORED : MediaState.FAILED,
                        told.path("mime_type").asStringOpt().orElse(null),
                        told.path("filename").asStringOpt().orElse(null),
                        told.path("size").asLong(0),
                        told.path("sha256").asStringOpt().orElse(null),
                        error,
                        at,
                        at));
    }
}
