package io.postrider.web.route;

import io.postrider.web.problem.Problem;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.PathContainer;
import org.springframework.web.reactive.function.server.HandlerFunction;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import org.springframework.web.util.pattern.PathPattern;
import reactor.core.publisher.Mono;

/** Finds the operation of a request; a path that exists with another method gets 405 and not 404. */
public final class ApiRouter implements RouterFunction<ServerResponse> {

    private static final String API = "/api/";

    private final List<ApiRoute> routes;
    private final ApiPipeline pipeline;

    public ApiRouter(Collection<? extends ApiRoutes> features, ApiPipeline pipeline) {
        this.routes =
                features.stream()
                        .flatMap(feature -> feature.routes().stream())
                        .sorted(
                                Comparator.comparing(
                                        ApiRoute::path, PathPattern.SPECIFICITY_COMPARATOR))
                        .toList();
        this.pipeline = pipeline;
    }

    /** All operations. */
    public List<ApiRoute> routes() {
        return routes;
    }

    @Override
    public Mono<HandlerFunction<ServerResponse>> route(ServerRequest request) {
        PathContainer path = request.requestPath().pathWithinApplication();
        Set<String> allowed = new TreeSet<>();
        for (ApiRoute route : routes) {
            PathPattern.PathMatchInfo match = route.path().matchAndExtract(path);
            if (match == null) {
                continue;
            }
            if (route.answersTo(request.method())) {
                return Mono.just(r -> pipeline.serve(route, match.getUriVariables(), r));
            }
            allowed.add(route.method().name());
        }
        if (allowed.isEmpty() && !path.value().startsWith(API)) {
            return Mono.empty();
        }
        // Not left to the handlers of static files, which know GET only and would answer for every
        // path.
        Problem problem = allowed.isEmpty() ? Problem.notFound() : not(allowed);
        return Mono.just(r -> pipeline.refuse(r, problem));
    }

    private static Problem not(Set<String> allowed) {
        if (allowed.contains(HttpMethod.GET.name())) {
            allowed.add(HttpMethod.HEAD.name());
        }
        return Problem.of(
                        405,
                        "method_not_allowed",
                        "This path does not support the method; see Allow.")
                .with("Allow", String.join(", ", allowed));
    }
}
