package io.postrider.web.route;

import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import java.util.Optional;

/** Checks query parameters that are ids. */
public final class IdParameters {

    private IdParameters() {}

    /** The request, if the parameter is absent or an id of this kind. */
    public static Validated<ApiRequest> checked(ApiRequest request, String name, IdKind kind) {
        Optional<String> given = request.parameter(name);
        if (given.isEmpty() || Id.isA(kind, given.get())) {
            return Validated.valid(request);
        }
        boolean otherKind = !given.get().startsWith(kind.label() + "_");
        return Validated.refused(
                Problem.badParameter(
                        name,
                        otherKind ? "wrong_id_type" : "invalid_parameter",
                        "Expected an ID that begins with " + kind.label() + "_."));
    }
}
