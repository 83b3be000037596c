package io.postrider.api.reference;

import static org.springframework.web.reactive.function.server.RequestPredicates.GET;
import static org.springframework.web.reactive.function.server.RequestPredicates.HEAD;

import io.postrider.contract.PublishedContract;
import java.nio.charset.StandardCharsets;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.util.StringUtils;
import org.springframework.web.reactive.function.server.RequestPredicate;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import org.springframework.web.server.ResponseStatusException;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Hands out the reference as text without authentication, as the build of the console has written it. */
final class ReferenceRoutes {

    private static final MediaType TEXT =
            new MediaType(MediaType.TEXT_PLAIN, StandardCharsets.UTF_8);
    private static final MediaType MARKDOWN =
            new MediaType(MediaType.TEXT_MARKDOWN, StandardCharsets.UTF_8);

    private static final String FOLDER = "/user/api/reference";

    private final String baseUrl;

    ReferenceRoutes(String baseUrl) {
        this.baseUrl = baseUrl;
    }

    RouterFunction<ServerResponse> routes() {
        return RouterFunctions.route(read("/llms.txt"), this::file)
                .andRoute(read(FOLDER + "/{name:[a-z-]+\\.(?:md|json)}"), this::file)
                .andRoute(read(FOLDER + "/{surface:[a-z-]+}/{name:[A-Za-z0-9]+\\.md}"), this::file);
    }

    private static RequestPredicate read(String pattern) {
        return GET(pattern).or(HEAD(pattern));
    }

    private Mono<ServerResponse> file(ServerRequest request) {
        return Mono.fromSupplier(() ->
                        PublishedContract.resource(
                                "/io/postrider/reference" + request.path(), baseUrl))
                .subscribeOn(Schedulers.boundedElastic())
                .flatMap(found ->
                        found.map(text -> answer(request.path(), text))
                                .orElseGet(() ->
                                        Mono.error(
                                                new ResponseStatusException(
                                                        HttpStatus.NOT_FOUND))));
    }

    private static Mono<ServerResponse> answer(String path, byte[] text) {
        return ServerResponse.ok()
                .contentType(typeOf(path))
                .cacheControl(CacheControl.noCache())
                .header("X-Robots-Tag", "noindex")
                .bodyValue(text);
    }

    private static MediaType typeOf(String path) {
        return switch (StringUtils.getFilenameExtension(path)) {
            case "md" -> MARKDOWN;
            case "json" -> MediaType.APPLICATION_JSON;
            case null, default -> TEXT;
        };
    }
}
