package io.postrider.messaging.api;

import io.postrider.domain.kernel.FieldError;
import io.postrider.web.body.BodyReader;
import io.postrider.web.body.TextRule;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.route.ApiRequest;
import java.util.Base64;
import java.util.function.Function;
import org.springframework.core.codec.DecodingException;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.MediaType;
import org.springframework.http.codec.multipart.FilePartEvent;
import org.springframework.http.codec.multipart.PartEvent;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A file as it is sent: the part {@code file} of a form, or base64 in JSON.
 *
 * @param filename empty for none
 * @param type as the sender says; empty for none
 */
record Upload(String filename, String type, Flux<byte[]> content) {

    private static final String FILE = "file";
    private static final TextRule NAME = TextRule.line(1, 240);
    private static final TextRule TYPE = TextRule.line(1, 100);
    private static final TextRule CONTENT = TextRule.line(1, 4 << 20);

    /** Reads the file of a form, while it comes, with the function that stores it. */
    static <T> Mono<Validated<T>> ofForm(
            ApiRequest request, Function<Upload, Mono<Validated<T>>> storing) {
        return request.server()
                .bodyToFlux(PartEvent.class)
                .windowUntil(PartEvent::isLast)
                .concatMap(part ->
                        part.switchOnFirst((first, events) ->
                                first.get() instanceof FilePartEvent file
                                                && file.name().equals(FILE)
                                        ? storing.apply(of(file, events))
                                        : events.doOnNext(event ->
                                                        DataBufferUtils.release(event.content()))
                                                .then(Mono.<Validated<T>>empty())))
                .next()
                .onErrorResume(DecodingException.class, _ -> Mono.just(malformed()))
                .defaultIfEmpty(Validated.refused(missing()));
    }

    /** The file in a body of JSON. */
    static Validated<Upload> of(BodyReader fields) {
        String filename = fields.text("filename", NAME).orElse("");
        String type = fields.text("mime_type", TYPE).orElse("");
        String content = fields.requiredText("content", CONTENT);
        byte[] bytes = decoded(fields, content);
        return fields.checked(() -> new Upload(filename, type, Flux.just(bytes)));
    }

    private static byte[] decoded(BodyReader fields, String content) {
        try {
            return Base64.getDecoder().decode(content);
        } catch (IllegalArgumentException e) {
            fields.fault(
                    new FieldError("/content", "invalid_base64", "Expected base64 with padding."));
            return new byte[0];
        }
    }

    private static Upload of(FilePartEvent file, Flux<PartEvent> events) {
        MediaType type = file.headers().getContentType();
        return new Upload(
                file.filename(),
                type == null ? "" : type.getType() + "/" + type.getSubtype(),
                events.map(event -> bytes(event.content())));
    }

    private static byte[] bytes(DataBuffer buffer) {
        try {
            byte[] bytes = new byte[buffer.readableByteCount()];
            buffer.read(bytes);
            return bytes;
        } finally {
            DataBufferUtils.release(buffer);
        }
    }

    private static <T> Validated<T> malformed() {
        return Validated.refused(
                Problem.of(400, "malformed_form", "The body is not multipart/form-data."));
    }

    private static Problem missing() {
        return Problem.invalid(
                new FieldError("/" + FILE, "required", "Expected a form with the part file."));
    }
}
