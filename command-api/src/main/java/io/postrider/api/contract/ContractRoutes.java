package io.postrider.api.contract;

import io.postrider.contract.AsyncApi;
import io.postrider.contract.Contract;
import io.postrider.contract.Yaml;
import io.postrider.schemas.json.Json;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.route.ApiRoute;
import io.postrider.web.route.ApiRoutes;
import java.util.List;
import java.util.function.Supplier;
import org.springframework.http.MediaType;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Hands the contract out. It is put together when it is first asked for, so that no start waits for it. */
final class ContractRoutes implements ApiRoutes {

    static final MediaType YAML = MediaType.parseMediaType("application/yaml");

    private final Mono<Document> json;
    private final Mono<Document> yaml;
    private final Mono<Document> topics;

    ContractRoutes(Contract contract, AsyncApi asyncApi) {
        this.json = once(() -> Json.bytes(contract.document()), MediaType.APPLICATION_JSON);
        this.yaml = once(() -> Yaml.mapper().writeValueAsBytes(contract.document()), YAML);
        this.topics = once(() -> Json.bytes(asyncApi.document()), MediaType.APPLICATION_JSON);
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

    private static Mono<Document> once(Supplier<byte[]> bytes, MediaType type) {
        return Mono.fromSupplier(() -> Document.of(bytes.get(), type))
                .subscribeOn(Schedulers.boundedElastic())
                .cache();
    }

    private static Mono<ApiResponse> answer(Mono<Document> document, ApiRequest request) {
        return document.map(found -> found.answer(request.headers()));
    }
}
