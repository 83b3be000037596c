package io.postrider.messaging.api;

import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.media.Media;
import io.postrider.domain.media.MediaCommand.CreateMedia;
import io.postrider.domain.media.MediaCommand.DeleteMedia;
import io.postrider.domain.media.MediaState;
import io.postrider.messaging.media.FileTypes;
import io.postrider.messaging.media.MediaFiles;
import io.postrider.messaging.media.StoredFile;
import io.postrider.platform.secrets.SecretBox;
import io.postrider.schemas.Idempotency;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.resource.Creation;
import io.postrider.web.resource.ResourceApi;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.route.ApiRoute;
import io.postrider.web.route.ApiRoutes;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpRange;
import org.springframework.http.MediaType;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/** The operations on files. */
final class MediaRoutes implements ApiRoutes {

    static final String PATH = "/api/v1/media";

    /** Beside the file a form has its parts and their headers. */
    private static final int FORM_BYTES_MAX = (int) Media.BYTES_MAX + (1 << 20);

    private final ResourceApi<Media> api;
    private final MediaFiles files;
    private final SecretBox box;

    MediaRoutes(ResourceApi<Media> api, MediaFiles files, SecretBox box) {
        this.api = api;
        this.files = files;
        this.box = box;
    }

    /** Passes a file to the function that stores it. */
    private interface Source {
        Mono<Validated<Media>> to(Function<Upload, Mono<Validated<Media>>> storing);
    }

    @Override
    public List<ApiRoute> routes() {
        return List.of(
                ApiRoute.postUpload(PATH)
                        .scope("media:write")
                        .upTo(FORM_BYTES_MAX)
                        .to(this::upload),
                api.get("media"),
                api.getBy("content", MediaType.ALL, this::content),
                api.delete(
                        DeleteMedia::new,
                        call -> files.delete(call.workspace(), call.target().id())));
    }

    private Mono<ApiResponse> upload(ApiRequest request) {
        return request.isForm()
                ? once(request, storing -> Upload.ofForm(request, storing))
                : Upload.of(request.fields())
                        .answer(upload -> once(request, storing -> storing.apply(upload)));
    }

    private Mono<ApiResponse> once(ApiRequest request, Source source) {
        return api.node()
                .writes()
                .once(request, scope -> created(request, source, scope).toFuture());
    }

    private Mono<ApiResponse> created(
            ApiRequest request, Source source, Optional<Idempotency> idempotency) {
        String id = api.node().mint().id(IdKind.MED, idempotency);
        return source.to(upload -> stored(request.workspace(), id, upload))
                .flatMap(found ->
                        found.answer(media ->
                                api.createdAs(
                                        request,
                                        id,
                                        new Creation(new CreateMedia(media), Optional.empty()),
                                        idempotency)));
    }

    private Mono<Validated<Media>> stored(String workspace, String id, Upload upload) {
        return files.write(workspace, id, upload.content(), Media.BYTES_MAX)
                .map(stored -> {
                    Validated<Media> media = media(workspace, id, upload, stored);
                    if (media instanceof Validated.Refused) {
                        files.delete(workspace, id);
                    }
                    return media;
                })
                .onErrorResume(
                        MediaFiles.TooLargeException.class,
                        _ ->
                                Mono.just(
                                        wrongFile(
                                                "media_too_large",
                                                "Expected a file of at most 100 MiB.")))
                .onErrorResume(
                        MediaFiles.NoKeyException.class,
                        _ -> Mono.just(Validated.refused(Problem.secretsUnavailable())));
    }

    private Validated<Media> media(String workspace, String id, Upload upload, StoredFile stored) {
        if (stored.size() == 0) {
            return wrongFile("empty", "Expected a file that is not empty.");
        }
        if (!FileTypes.agree(upload.type(), stored.type())) {
            return wrongFile(
                    "media_type_mismatch", "The content of the file is not " + upload.type() + ".");
        }
        String type = stored.type().isEmpty() ? upload.type() : stored.type();
        Optional<String> name =
                upload.filename().isEmpty()
                        ? Optional.empty()
                        : box.seal(workspace, Media.purpose(id), upload.filename());
        Instant now = api.node().mint().now();
        return Validated.valid(
                new Media(
                        id,
                        workspace,
                        null,
                        MediaState.STORED,
                        type.isEmpty() ? MediaType.APPLICATION_OCTET_STREAM_VALUE : type,
                        name.orElse(null),
                        stored.size(),
                        stored.sha256(),
                        null,
                        now,
                        now));
    }

    private static <T> Validated<T> wrongFile(String code, String detail) {
        return Validated.refused(new FieldError("/file", code, detail));
    }

    private Mono<ApiResponse> content(ApiRequest request, JsonNode media) {
        if (media.path("state").asString("").equals(MediaState.FETCHING.label())) {
            return Mono.just(
                    Problem.of(
                                    409,
                                    "media_fetching",
                                    "The server is still fetching the file from the provider.")
                            .retryAfter(1));
        }
        long size = media.path("size").asLong(0);
        Optional<HttpRange> range = range(request);
        long from = range.map(asked -> asked.getRangeStart(size)).orElse(0L);
        if (range.isPresent() && from >= size) {
            return Mono.just(
                    Problem.of(416, "range_not_satisfiable", "The file has " + size + " bytes.")
                            .with(HttpHeaders.CONTENT_RANGE, "bytes */" + size));
        }
        long last = range.map(asked -> asked.getRangeEnd(size)).orElse(size - 1);
        Map<String, String> headers = headers(media);
        range.ifPresent(_ ->
                headers.put(HttpHeaders.CONTENT_RANGE, "bytes " + from + "-" + last + "/" + size));
        String id = media.path("id").asString("");
        long length = last - from + 1;
        return Mono.just(
                files.read(request.workspace(), id, from, length)
                        .<ApiResponse>map(content ->
                                new ApiResponse.Parts(
                                        range.isPresent() ? 206 : 200,
                                        length,
                                        content,
                                        MediaType.parseMediaType(
                                                media.path("mime_type").asString("")),
                                        headers,
                                        () -> {}))
                        .orElseGet(MediaRoutes::gone));
    }

    /** The part that is asked for. What RFC 9110 lets pass is passed over: several parts, malformed ones, and conditions. */
    private static Optional<HttpRange> range(ApiRequest request) {
        if (!request.method().equals(HttpMethod.GET)
                || request.headers().containsHeader(HttpHeaders.IF_RANGE)) {
            return Optional.empty();
        }
        try {
            List<HttpRange> ranges = request.headers().getRange();
            return ranges.size() == 1 ? Optional.of(ranges.getFirst()) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static ApiResponse gone() {
        return Problem.of(410, "media_gone", "The content of the file is no longer stored.");
    }

    /** Files come from third parties, so browsers must not run them or show them as pages. */
    private static Map<String, String> headers(JsonNode media) {
        String name = media.path("filename").asStringOpt().orElse(media.path("id").asString(""));
        Map<String, String> headers = new HashMap<>();
        headers.put(
                HttpHeaders.CONTENT_DISPOSITION,
                ContentDisposition.attachment()
                        .filename(name, StandardCharsets.UTF_8)
                        .build()
                        .toString());
        headers.put("Content-Security-Policy", "default-src 'none'; sandbox");
        headers.put(HttpHeaders.ACCEPT_RANGES, "bytes");
        return headers;
    }
}
