package io.postrider.api.http;

import java.util.Optional;
import org.springframework.http.HttpHeaders;

/**
 * What a request is about.
 *
 * @param expectedVersion the one that the request means; empty for any
 */
public record Target(String id, Optional<Long> expectedVersion) {

    /** The resource of the id in the path. */
    public static Checked<Target> of(ApiRequest request, Naming naming) {
        return naming.id(request)
                .then(id ->
                        Preconditions.expectedVersion(request)
                                .then(version -> Checked.valid(new Target(id, version))));
    }

    /** The target, unless the version that is meant has to be said and is not. */
    Checked<Target> checked(ApiRequest request, boolean needsVersion) {
        return needsVersion && !request.headers().containsHeader(HttpHeaders.IF_MATCH)
                ? Checked.refused(
                        Problem.of(
                                428,
                                "precondition_required",
                                "If-Match with the ETag of the version that is meant is required."))
                : Checked.valid(this);
    }

    /** Whether nobody said which version he meant, and there is a newer one than was looked at. */
    public boolean isOutrun(Written written) {
        return expectedVersion.isEmpty()
                && written instanceof Written.Failed(Problem problem, var _)
                && problem.code().equals("version_mismatch");
    }
}
