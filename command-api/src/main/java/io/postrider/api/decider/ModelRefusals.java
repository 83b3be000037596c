package io.postrider.api.decider;

import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.models.ModelRejection;
import io.postrider.domain.models.ModelRejection.AliasTaken;
import io.postrider.domain.models.ModelRejection.ConnectionExists;
import io.postrider.domain.models.ModelRejection.ConnectionMissing;
import io.postrider.domain.models.ModelRejection.ModelInvalid;
import io.postrider.domain.models.ModelRejection.ModelMissing;
import io.postrider.schemas.Refusal;
import java.util.List;

/** What callers are told when a command on a model or a connection is refused. */
final class ModelRefusals {

    private ModelRefusals() {}

    static Refusal of(ModelRejection rejection) {
        return switch (rejection) {
            case AliasTaken(String alias) ->
                    Refusal.of("model_taken", "There is a model " + alias + " already.");
            case ModelMissing() -> Refusals.notFound("model");
            case ConnectionExists(String id) ->
                    Refusal.of("connection_exists", "The connection " + id + " exists already.");
            case ConnectionMissing() -> Refusals.notFound("model connection");
            case ModelInvalid(List<FieldError> errors) -> Refusals.invalid(errors);
        };
    }
}
