package io.postrider.api.http;

import io.postrider.domain.kernel.IdKind;
import reactor.core.publisher.Mono;

/** How the path of a request names an aggregate. */
public interface Naming {

    /** The variable of the path. */
    default String variable() {
        return "id";
    }

    /** The id in the path. */
    Checked<String> id(ApiRequest request);

    /** The key of the aggregate. */
    Mono<Checked<String>> key(ApiRequest request, String id);

    /** By an id of a kind, which is the key as well. */
    static Naming byId(IdKind kind) {
        return new Naming() {
            @Override
            public Checked<String> id(ApiRequest request) {
                return request.id(kind);
            }

            @Override
            public Mono<Checked<String>> key(ApiRequest request, String id) {
                return Mono.just(Checked.valid(id));
            }
        };
    }
}
