package io.postrider.messaging.gateway;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.multipart.FileUpload;
import io.postrider.domain.instances.Instance;
import io.postrider.messaging.gateway.SandboxServer.Reply;
import io.postrider.messaging.media.MediaFiles;
import io.postrider.schemas.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.reactivestreams.Publisher;
import org.springframework.util.FileSystemUtils;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;
import tools.jackson.databind.node.ObjectNode;

/**
 * The files of the simulated network: those that instances upload, until the process ends; those of a workspace, by their own
 * ids, so that the other side can send one; and a sample.
 */
final class SandboxMedia implements AutoCloseable {

    /** The path of contents, before the id. */
    static final String CONTENT = "/media/";

    private static final String SAMPLE = ".sample";

    private final MediaFiles files;
    private final Path folder;
    private final Map<String, String> types = new ConcurrentHashMap<>();
    private final AtomicLong ids = new AtomicLong(System.nanoTime());

    SandboxMedia(MediaFiles files) {
        this.files = files;
        try {
            this.folder = Files.createTempDirectory("postrider-sandbox");
            try (InputStream sample =
                    Objects.requireNonNull(SandboxMedia.class.getResourceAsStream("sample.png"))) {
                Files.write(folder.resolve(SAMPLE), sample.readAllBytes());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Keeps the file of a form. */
    Mono<Reply> upload(Instance instance, HttpServerRequest request) {
        String id = GraphApi.number(instance) + "." + ids.incrementAndGet();
        return request.receiveForm()
                .ofType(FileUpload.class)
                .filter(FileUpload::isCompleted)
                .map(file -> {
                    keep(id, file);
                    return new Reply(200, Json.object().put("id", id));
                })
                .next()
                .defaultIfEmpty(Reply.error(400, 100, "Parameter file is required."));
    }

    private void keep(String id, FileUpload file) {
        try {
            Files.write(folder.resolve(id), file.get());
            types.put(id, String.valueOf(file.getContentType()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The description of a file with its address; empty for an id of something else. */
    Optional<Reply> describe(Instance instance, String id, String host) {
        return content(instance, id)
                .map(_ -> {
                    ObjectNode described =
                            Json.object()
                                    .put("messaging_product", "whatsapp")
                                    .put("id", id)
                                    .put("url", "http://" + host + CONTENT + id)
                                    .put("mime_type", type(id));
                    return new Reply(200, described);
                });
    }

    private String type(String id) {
        return id.endsWith(SAMPLE)
                ? "image/png"
                : types.getOrDefault(id, "application/octet-stream");
    }

    /** Answers with the content of a file. */
    Publisher<Void> send(Instance instance, String id, HttpServerResponse response) {
        return content(instance, id)
                .<Publisher<Void>>map(content ->
                        response.header(HttpHeaderNames.CONTENT_TYPE, type(id))
                                .sendByteArray(content))
                .orElseGet(response::sendNotFound);
    }

    private Optional<Flux<byte[]>> content(Instance instance, String id) {
        Path file = folder.resolve(id.endsWith(SAMPLE) ? SAMPLE : id).normalize();
        if (file.startsWith(folder) && Files.isRegularFile(file)) {
            return Optional.of(
                    Mono.fromCallable(() -> Files.readAllBytes(file))
                            .subscribeOn(Schedulers.boundedElastic())
                            .flux());
        }
        return id.startsWith("med_") ? files.read(instance.workspace(), id) : Optional.empty();
    }

    @Override
    public void close() {
        try {
            var _ = FileSystemUtils.deleteRecursively(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
