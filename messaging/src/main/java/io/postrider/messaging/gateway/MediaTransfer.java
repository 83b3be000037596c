package io.postrider.messaging.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpMethod;
import io.postrider.domain.instances.Instance;
import io.postrider.domain.media.Media;
import io.postrider.domain.messages.Message;
import io.postrider.domain.messages.MessageError;
import io.postrider.messaging.gateway.GraphApi.GraphAnswer;
import io.postrider.messaging.gateway.GraphApi.NotCalledException;
import io.postrider.messaging.media.MediaFiles;
import io.postrider.messaging.media.MediaReference;
import io.postrider.messaging.media.StoredFile;
import io.postrider.schemas.Delivery;
import io.postrider.schemas.json.Json;
import java.util.List;
import java.util.Optional;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Transfers the contents of files to and from providers. */
final class MediaTransfer {

    /** Fetches the file of a received message; the resource of the work is the file. */
    static final String FETCH = "fetch";

    static final String MEDIA_ID = "media_id";

    /** Behind the id of an instance: the lane in which its files are fetched. */
    private static final String LANE = "/";

    private static final String BOUNDARY = "postrider-5b1f7c0e9a";
    private static final String FORM = "multipart/form-data; boundary=" + BOUNDARY;

    private final GraphApi graph;
    private final MediaFiles files;

    MediaTransfer(GraphApi graph, MediaFiles files) {
        this.graph = graph;
        this.files = files;
    }

    /** The lane in which files of an instance are fetched, so that they hold up no messages. */
    static String lane(String instance) {
        return instance + LANE;
    }

    /** Whether files are fetched in a lane. */
    static boolean isLane(String lane) {
        return lane.endsWith(LANE);
    }

    /** The instance of a lane. */
    static String instance(String lane) {
        return isLane(lane) ? lane.substring(0, lane.length() - LANE.length()) : lane;
    }

    /** A file that the provider did not take. Nothing was sent. */
    static final class NotUploadedException extends RuntimeException {

        private final transient SendOutcome outcome;

        NotUploadedException(SendOutcome outcome) {
            super("not uploaded");
            this.outcome = outcome;
        }

        SendOutcome outcome() {
            return outcome;
        }
    }

    /**
     * The content of a message as the provider takes it. Files of the workspace are uploaded, and named by the ids that the
     * provider gives.
     *
     * @return fails with {@link NotUploadedException}
     */
    Mono<JsonNode> uploaded(Instance instance, JsonNode content) {
        JsonNode named = content.deepCopy();
        return Flux.fromIterable(MediaReference.in(named))
                .concatMap(reference -> uploaded(instance, reference))
                .then(Mono.just(named));
    }

    private Mono<Void> uploaded(Instance instance, MediaReference reference) {
        return files.read(instance.workspace(), reference.id())
                .map(bytes ->
                        graph.upload(instance, FORM, form(reference.file(), bytes))
                                .onErrorMap(
                                        failure -> !(failure instanceof NotCalledException),
                                        _ -> new NotUploadedException(again()))
                                .doOnNext(answer -> name(reference.file(), answer))
                                .then())
                .orElseGet(() ->
                        Mono.error(
                                new NotUploadedException(
                                        failed(
                                                "media_gone",
                                                "The content of the file is no longer stored."))));
    }

    private static void name(ObjectNode file, GraphAnswer answer) {
        JsonNode body = answer.body();
        String id = body == null ? "" : body.path("id").asString("");
        if (!answer.isOk() || id.isEmpty()) {
            throw new NotUploadedException(
                    GraphErrors.of(answer.status(), body, answer.retryAfter()));
        }
        file.put("id", id).remove(List.of("mime_type", "size"));
    }

    private static Flux<ByteBuf> form(JsonNode file, Flux<byte[]> content) {
        String type = file.path("mime_type").asString("application/octet-stream");
        String name = file.path("filename").asString("file").replaceAll("[\\p{Cntrl}\"\\\\]", "_");
        String head =
                field("messaging_product", "whatsapp")
                        + field("type", type)
                        + "--%s\r\nContent-Disposition: form-data; name=\"file\"; filename=\"%s\"\r\nContent-Type: %s\r\n\r\n"
                                .formatted(BOUNDARY, name, type);
        return Flux.concat(
                        Flux.just(head.getBytes(UTF_8)),
                        content,
                        Flux.just(("\r\n--" + BOUNDARY + "--\r\n").getBytes(UTF_8)))
                .map(Unpooled::wrappedBuffer);
    }

    private static String field(String name, String value) {
        return "--%s\r\nContent-Disposition: form-data; name=\"%s\"\r\n\r\n%s\r\n"
                .formatted(BOUNDARY, name, value);
    }

    /** The work that fetches the file of a message; empty where the message has none. */
    static Optional<ObjectNode> work(Message message, JsonNode content, Secrets secrets) {
        JsonNode file = content.path(message.type());
        return file.path(MEDIA_ID)
                .asStringOpt()
                .map(id -> {
                    ObjectNode work =
                            Json.object()
                                    .put("op", FETCH)
                                    .put("media", id)
                                    .put("message", message.id())
                                    .put("provider_id", file.path("id").asString(""))
                                    .put("mime_type", file.path("mime_type").asString(""));
                    file.path("filename")
                            .asStringOpt()
                            .flatMap(name ->
                                    secrets.sealedText(
                                            message.workspace(), Media.purpose(id), name))
                            .ifPresent(sealed -> work.put("filename", sealed));
                    return work;
                });
    }

    /** Stores the file of a message. */
    Mono<SendOutcome> fetched(Instance instance, Delivery delivery, JsonNode work) {
        String path =
                work.path("provider_id").asString("")
                        + "?phone_number_id="
                        + GraphApi.number(instance);
        return graph.call(instance, GraphCall.of(HttpMethod.GET, path, null))
                .flatMap(answer -> {
                    JsonNode body = answer.body();
                    if (!answer.isOk() || body == null) {
                        return Mono.just(
                                refused(
                                        GraphErrors.of(
                                                answer.status(), body, answer.retryAfter())));
                    }
                    return graph.download(
                                    instance,
                                    body.path("url").asString(""),
                                    content ->
                                            files.write(
                                                    delivery.workspace(),
                                                    work.path("media").asString(""),
                                                    content,
                                                    Media.BYTES_MAX))
                            .<SendOutcome>map(
                                    stored -> new SendOutcome.Done(told(work, stored, body)));
                })
                .onErrorResume(failure -> Mono.just(failure(failure)));
    }

    private static ObjectNode told(JsonNode work, StoredFile stored, JsonNode described) {
        String said =
                work.path("mime_type").asString("").isEmpty()
                        ? described.path("mime_type").asString("application/octet-stream")
                        : work.path("mime_type").asString("");
        ObjectNode told =
                Json.object()
                        .put("message", work.path("message").asString(""))
                        .put("mime_type", stored.type().isEmpty() ? said : stored.type())
                        .put("size", stored.size())
                        .put("sha256", stored.sha256());
        told.set("filename", work.path("filename"));
        return told;
    }

    private static SendOutcome failure(Throwable failure) {
        if (failure instanceof NotCalledException refused) {
            return failed(String.valueOf(refused.getMessage()), "The provider was not called.");
        }
        return failure instanceof MediaFiles.TooLargeException
                ? failed("media_too_large", "The file has more than 100 MiB.")
                : again();
    }

    /** The address of a file may be refused as the token is: so a fetch pauses no instance and is made again. */
    private static SendOutcome refused(SendOutcome outcome) {
        return outcome instanceof SendOutcome.Unauthorized(MessageError error)
                ? new SendOutcome.Again(error, Optional.empty())
                : outcome;
    }

    private static SendOutcome again() {
        return new SendOutcome.Again(
                new MessageError(
                        "media_unreachable", "The file was not transferred.", true, "instance"),
                Optional.empty());
    }

    private static SendOutcome failed(String code, String detail) {
        return new SendOutcome.Failed(new MessageError(code, detail, false, "message"));
    }
}
