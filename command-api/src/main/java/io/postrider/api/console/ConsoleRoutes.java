package io.postrider.api.console;

import static org.springframework.web.reactive.function.server.RequestPredicates.GET;
import static org.springframework.web.reactive.function.server.RequestPredicates.HEAD;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import org.springframework.core.io.Resource;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.MediaTypeFactory;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import org.springframework.web.server.ResponseStatusException;
import reactor.core.publisher.Mono;

/**
 * The routes of the console below {@code /user}: its files, and its single page for every other address; the root redirects
 * there.
 */
final class ConsoleRoutes {

    /**
     * The content security policy of the page: it may use only resources of this server, no inline code, and no text becomes
     * markup or script. See <a href="https://www.w3.org/TR/CSP3/">CSP 3</a> and <a
     * href="https://www.w3.org/TR/trusted-types/">Trusted Types</a>.
     */
    static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self';"
                    + " connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self';"
                    + " frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

    private static final CacheControl FOR_EVER =
            CacheControl.maxAge(Duration.ofDays(365)).cachePublic().immutable();

    private static final URI FRONT = URI.create("/user/api");

    private final ConsoleFiles files;

    ConsoleRoutes(ConsoleFiles files) {
        this.files = files;
    }

    RouterFunction<ServerResponse> routes() {
        return RouterFunctions.route(
                        GET("/user/assets/{name}").or(HEAD("/user/assets/{name}")), this::asset)
                .andRoute(GET("/user/**").or(HEAD("/user/**")), this::page)
                .andRoute(GET("/").or(HEAD("/")).and(ConsoleRoutes::isBrowser), _ -> front());
    }

    /** Whether a client accepts HTML explicitly; a client that accepts any type gets the 404 of other addresses. */
    private static boolean isBrowser(ServerRequest request) {
        return request.headers().header("Accept").stream()
                .anyMatch(accepted -> accepted.contains(MediaType.TEXT_HTML_VALUE));
    }

    private static Mono<ServerResponse> front() {
        return ServerResponse.status(HttpStatus.FOUND)
                .location(FRONT)
                .cacheControl(CacheControl.noStore())
                .varyBy("Accept")
                .build();
    }

    private Mono<ServerResponse> asset(ServerRequest request) {
        Optional<Resource> found = files.asset(request.pathVariable("name"));
        if (found.isEmpty()) {
            return nothing();
        }
        MediaType type =
                MediaTypeFactory.getMediaType(found.get())
                        .orElse(MediaType.APPLICATION_OCTET_STREAM);
        return ServerResponse.ok()
                .contentType(type)
                .cacheControl(FOR_EVER)
                .header("Cross-Origin-Resource-Policy", "same-origin")
                .bodyValue(found.get());
    }

    /** The 404 of other addresses, in words. */
    private static Mono<ServerResponse> nothing() {
        return Mono.error(new ResponseStatusException(HttpStatus.NOT_FOUND));
    }

    private Mono<ServerResponse> page(ServerRequest request) {
        Optional<Resource> found = files.index();
        if (found.isEmpty() || request.path().startsWith("/user/assets/")) {
            return nothing();
        }
        return ServerResponse.ok()
                .contentType(MediaType.TEXT_HTML)
                .cacheControl(CacheControl.noCache())
                .header("Content-Security-Policy", POLICY)
                .header("Cross-Origin-Opener-Policy", "same-origin")
                .header("Cross-Origin-Embedder-Policy", "require-corp")
                .header("Cross-Origin-Resource-Policy", "same-origin")
                .header(
                        "Permissions-Policy",
                        "camera=(), geolocation=(), microphone=(), payment=(), usb=()")
                .header("X-Robots-Tag", "noindex")
                .bodyValue(found.get());
    }
}
