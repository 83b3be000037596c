package io.postrider.web.resource;

import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.route.Preconditions;
import java.util.Optional;
import org.springframework.http.HttpHeaders;

/**
 * What a request is about.
 *
 * @param expectedVersion the one that the request means; empty for any
 */
public record ResourceRef(String id, Optional<Long> expectedVersion) {

    /** The resource of the id in the path. */
    public static Validated<ResourceRef> of(ApiRequest request, Naming naming) {
        return naming.id(request)
                .then(id ->
                        Preconditions.expectedVersion(request)
                                .then(version -> Validated.valid(new ResourceRef(id, version))));
    }

    /** The target, unless the version that is meant has to be said and is not. */
    Validated<ResourceRef> checked(ApiRequest request, boolean needsVersion) {
        return needsVersion && !request.headers().containsHeader(HttpHeaders.IF_MATCH)
                ? Validated.refused(
                        Problem.of(
                                428,
                                "precondition_required",
                                "The operation requires If-Match with the ETag of the version to change."))
                : Validated.valid(this);
    }

    /** Whether nobody said which version he meant, and there is a newer one than was looked at. */
    public boolean isOutrun(WriteResult written) {
        return expectedVersion.isEmpty()
                && written instanceof WriteResult.Failed(Problem problem, var _)
                && problem.code().equals("version_mismatch");
    }
}
