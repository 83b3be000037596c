package io.postrider.api.contract;

import io.postrider.contract.PublishedContract;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.route.ApiRoute;
import io.postrider.web.route.ApiRoutes;
import java.util.List;
import org.springframework.http.MediaType;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** The routes of the contract's documents. Each document is read at its first request, so that no start waits for it. */
final class ContractRoutes implements ApiRoutes {

    static final MediaType YAML = MediaType.parseMediaType("application/yaml");

    private final Mono<Document> json;
    private final Mono<Document> yaml;
    private final Mono<Document> topics;

    ContractRoutes(String baseUrl) {
        this.json = once(PublishedContract.OPENAPI_JSON, baseUrl, MediaType.APPLICATION_JSON);
        this.yaml = once(PublishedContract.OPENAPI_YAML, baseUrl, YAML);
        this.topics = once(PublishedContract.ASYNCAPI_JSON, baseUrl, MediaType.APPLICATION_JSON);
    }

    @Override
    public List<ApiRoute> routes() {
        return List.of(
                ApiRoute.get("/api/v1/openapi.json").open().to(request -> answer(json, request)),
                ApiRoute.get("/api/v1/openapi.yaml")
                        .open()
                        .producing(YAML)
                        .to(request -> answer(yaml, request)),
                ApiRoute.get("/api/v1/asyncapi.json")
                        .open()
                        .to(request -> answer(topics, request)));
    }

    private static Mono<Document> once(PublishedContract file, String baseUrl, MediaType type) {
        return Mono.fromSupplier(() -> Document.of(file.at(baseUrl), type))
                .subscribeOn(Schedulers.boundedElastic())
                .cache();
    }

    private static Mono<ApiResponse> answer(Mono<Document> document, ApiRequest request) {
        return document.map(found -> found.answer(request.headers()));
    }
}
