package io.postrider.web.resource;

import io.postrider.domain.kernel.IdKind;
import io.postrider.web.problem.Validated;
import io.postrider.web.route.ApiRequest;
import reactor.core.publisher.Mono;

/** Maps the path of a request to an aggregate. */
public interface Naming {

    /** The variable of the path. */
    default String variable() {
        return "id";
    }

    /** The id in the path. */
    Validated<String> id(ApiRequest request);

    /** The key of the aggregate. */
    Mono<Validated<String>> key(ApiRequest request, String id);

    /** By an id of a kind, which is the key as well. */
    static Naming byId(IdKind kind) {
        return new Naming() {
            @Override
            public Validated<String> id(ApiRequest request) {
                return request.id(kind);
            }

            @Override
            public Mono<Validated<String>> key(ApiRequest request, String id) {
                return Mono.just(Validated.valid(id));
            }
        };
    }
}
