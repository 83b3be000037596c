package io.postrider.api.http;

import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.links.LinkRules;
import io.postrider.runtime.log.ConsistencyToken;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/**
 * Changes some entries of a resource's metadata and leaves the others (RFC 7396).
 *
 * <p>The log takes metadata as a whole. So the merge is done here, with what is known of the resource, and holds only if
 * that is what the resource still is; if it has changed meanwhile, the merge is done anew.
 *
 * @param change entries without a value are to be removed
 * @param expectedVersion what the caller demands; then there is no second try
 * @param send sends the merged metadata, to hold at one version only
 * @param refresh what the resource is once the read models have come as far as a token
 */
public record MetadataMerge(
        Map<String, Optional<String>> change,
        Optional<Long> expectedVersion,
        BiFunction<Map<String, String>, Optional<Long>, Mono<Written>> send,
        Function<ConsistencyToken, Mono<Checked<MetadataMerge.Present>>> refresh) {

    private static final int TRIES_MAX = 4;

    /** A resource as it was found. */
    public record Present(long version, Map<String, String> metadata) {

        /** The same from the resource as the API shows it. */
        public static Present of(ObjectNode body) {
            Map<String, String> metadata = new LinkedHashMap<>();
            body.path("metadata")
                    .properties()
                    .forEach(entry -> metadata.put(entry.getKey(), entry.getValue().asString("")));
            return new Present(body.path("version").asLong(0), metadata);
        }
    }

    /** The present entries after a change. */
    public static Map<String, String> merged(
            Map<String, String> present, Map<String, Optional<String>> change) {
        Map<String, String> result = new LinkedHashMap<>(present);
        change.forEach((key, value) ->
                value.ifPresentOrElse(text -> result.put(key, text), () -> result.remove(key)));
        return result;
    }

    /** Merges into a resource as it was found. */
    public Mono<Written> into(Checked<Present> present) {
        return into(present, 1);
    }

    private Mono<Written> into(Checked<Present> present, int tries) {
        return switch (present) {
            case Checked.Refused<Present>(Problem problem) -> Mono.just(failed(problem));
            case Checked.Valid<Present>(Present found) -> into(found, tries);
        };
    }

    private Mono<Written> into(Present present, int tries) {
        Map<String, String> metadata = merged(present.metadata(), change);
        List<FieldError> errors = LinkRules.metadata(metadata);
        if (!errors.isEmpty()) {
            return Mono.just(failed(Problem.invalid(errors)));
        }
        return send.apply(metadata, expectedVersion.or(() -> Optional.of(present.version())))
                .flatMap(written ->
                        overtakenAt(written)
                                .filter(token -> tries < TRIES_MAX)
                                .map(token ->
                                        refresh.apply(token)
                                                .flatMap(newer -> into(newer, tries + 1)))
                                .orElse(Mono.just(written)));
    }

    private Optional<ConsistencyToken> overtakenAt(Written written) {
        return expectedVersion.isEmpty()
                        && written instanceof Written.Failed(Problem problem, var token)
                        && problem.code().equals("version_mismatch")
                ? token
                : Optional.empty();
    }

    private static Written failed(Problem problem) {
        return new Written.Failed(problem, Optional.empty());
    }
}
