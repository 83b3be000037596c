package io.postrider.api.reference;

import static org.springframework.web.reactive.function.server.RequestPredicates.GET;
import static org.springframework.web.reactive.function.server.RequestPredicates.HEAD;

import io.postrider.contract.Contract;
import io.postrider.contract.reference.ReferenceFiles;
import java.nio.charset.StandardCharsets;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.server.RequestPredicate;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import org.springframework.web.server.ResponseStatusException;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Hands the reference out as text, to everybody. It is written when it is first asked for. */
final class ReferenceRoutes {

    private static final MediaType TEXT =
            new MediaType(MediaType.TEXT_PLAIN, StandardCharsets.UTF_8);
    private static final MediaType MARKDOWN =
            new MediaType(MediaType.TEXT_MARKDOWN, StandardCharsets.UTF_8);

    private final Mono<ReferenceFiles> files;

    ReferenceRoutes(Contract contract) {
        this.files =
                Mono.fromSupplier(() -> ReferenceFiles.of(contract.document()))
                        .subscribeOn(Schedulers.boundedElastic())
                        .cache();
    }

    RouterFunction<ServerResponse> routes() {
        return RouterFunctions.route(read(ReferenceFiles.CONTENTS), this::file)
                .andRoute(read(ReferenceFiles.FOLDER + "/{name:[a-z-]+\\.md}"), this::file)
                .andRoute(
                        read(ReferenceFiles.FOLDER + "/{surface}/{name:[A-Za-z0-9]+\\.md}"),
                        this::file);
    }

    private static RequestPredicate read(String pattern) {
        return GET(pattern).or(HEAD(pattern));
    }

    private Mono<ServerResponse> file(ServerRequest request) {
        return files.flatMap(all ->
                all.at(request.path())
                        .map(text ->
                                ServerResponse.ok()
                                        .contentType(
                                                request.path().endsWith(".md") ? MARKDOWN : TEXT)
                                        .cacheControl(CacheControl.noCache())
                                        .header("X-Robots-Tag", "noindex")
                                        .bodyValue(text))
                        .orElseGet(() ->
                                Mono.error(new ResponseStatusException(HttpStatus.NOT_FOUND))));
    }
}
