package io.postrider.api.models;

import io.postrider.api.http.ApiRequest;
import io.postrider.api.http.Checked;
import io.postrider.api.http.Naming;
import io.postrider.api.http.Problem;
import io.postrider.domain.models.Model;
import reactor.core.publisher.Mono;

/** Models that requests change are named by their aliases; the built-in model stays as it is. */
final class Aliases implements Naming {

    @Override
    public Checked<String> id(ApiRequest request) {
        String alias = request.variable("id");
        if (alias.equals(Model.BUILT_IN)) {
            return Checked.refused(
                    Problem.of(409, "model_built_in", alias + " is built in, and stays as it is."));
        }
        return Model.isAlias(alias) ? Checked.valid(alias) : Checked.refused(Problem.notFound());
    }

    @Override
    public Mono<Checked<String>> key(ApiRequest request, String alias) {
        return Mono.just(Checked.valid(Model.keyOf(request.workspace(), alias)));
    }
}
