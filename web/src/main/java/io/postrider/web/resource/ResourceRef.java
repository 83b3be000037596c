package io.postrider.web.resource;

import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.route.Preconditions;
import java.util.Optional;
import org.springframework.http.HttpHeaders;

/**
 * The aggregate of a request.
 *
 * @param expectedVersion version that the request requires; empty for any
 */
public record ResourceRef(String id, Optional<Long> expectedVersion) {

    /** The resource of the id in the path. */
    public static Validated<ResourceRef> of(ApiRequest request, Naming naming) {
        return naming.id(request)
                .then(id ->
                        Preconditions.expectedVersion(request)
                                .then(version -> Validated.valid(new ResourceRef(id, version))));
    }

    /** The reference, unless the version is required and missing. */
    Validated<ResourceRef> checked(ApiRequest request, boolean needsVersion) {
        return needsVersion && !request.headers().containsHeader(HttpHeaders.IF_MATCH)
                ? Validated.refused(
                        Problem.of(
                                428,
                                "precondition_required",
                                "The operation requires If-Match with the ETag of the version to change."))
                : Validated.valid(this);
    }

    /** Whether the request named no version and the checked version is outdated. */
    public boolean isOutrun(WriteResult written) {
        return expectedVersion.isEmpty()
                && written instanceof WriteResult.Failed(Problem problem, var _)
                && problem.code().equals("version_mismatch");
    }
}
