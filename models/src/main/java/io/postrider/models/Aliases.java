package io.postrider.models;

import io.postrider.domain.models.Model;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.resource.Naming;
import io.postrider.web.route.ApiRequest;
import reactor.core.publisher.Mono;

/** Models that requests change are named by their aliases; the built-in model stays as it is. */
final class Aliases implements Naming {

    @Override
    public Validated<String> id(ApiRequest request) {
        String alias = request.variable("id");
        if (alias.equals(Model.BUILT_IN)) {
            return Validated.refused(
                    Problem.of(
                            409,
                            "model_built_in",
                            alias + " is built in and cannot be updated or deleted."));
        }
        return Model.isAlias(alias)
                ? Validated.valid(alias)
                : Validated.refused(Problem.notFound());
    }

    @Override
    public Mono<Validated<String>> key(ApiRequest request, String alias) {
        return Mono.just(Validated.valid(Model.keyOf(request.workspace(), alias)));
    }
}
