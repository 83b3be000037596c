package io.postrider.web.route;

import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.springframework.http.HttpHeaders;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;

/** Selects the media type of a response by the Accept header (RFC 9110, section 12.5.1). */
final class ContentNegotiation {

    private ContentNegotiation() {}

    static Validated<MediaType> choose(HttpHeaders headers, List<MediaType> produced) {
        MediaType best = null;
        double most = 0;
        Optional<List<MediaType>> ranges = ranges(headers);
        for (MediaType candidate : produced) {
            double quality = ranges.map(accepted -> quality(accepted, candidate)).orElse(0d);
            if (quality > most) {
                best = candidate;
                most = quality;
            }
        }
        return best == null ? Validated.refused(notAcceptable(produced)) : Validated.valid(best);
    }

    /** The media type that a parameter names: its subtype, or {@code sse} for a stream of events. */
    static Validated<MediaType> named(String format, List<MediaType> produced) {
        return produced.stream()
                .filter(candidate -> name(candidate).equals(format))
                .findFirst()
                .map(Validated::valid)
                .orElseGet(() ->
                        Validated.refused(
                                Problem.badParameter(
                                        "format",
                                        "invalid_parameter",
                                        "Expected %s."
                                                .formatted(
                                                        produced.stream()
                                                                .map(ContentNegotiation::name)
                                                                .distinct()
                                                                .collect(
                                                                        Collectors.joining(
                                                                                " or "))))));
    }

    private static String name(MediaType type) {
        if (type.equals(MediaType.TEXT_EVENT_STREAM)) {
            return "sse";
        }
        return type.getSubtype().endsWith("+json") ? "json" : type.getSubtype();
    }

    private static Optional<List<MediaType>> ranges(HttpHeaders headers) {
        try {
            List<MediaType> ranges = headers.getAccept();
            return Optional.of(ranges.isEmpty() ? List.of(MediaType.ALL) : ranges);
        } catch (InvalidMediaTypeException e) {
            return Optional.empty();
        }
    }

    /** The quality of the most specific range; a client that accepts JSON problems accepts JSON. */
    private static double quality(List<MediaType> ranges, MediaType candidate) {
        double direct = bySpecificity(ranges, candidate);
        return direct == 0 && candidate.equals(MediaType.APPLICATION_JSON)
                ? bySpecificity(
                        ranges.stream().filter(range -> !range.isWildcardType()).toList(),
                        MediaType.APPLICATION_PROBLEM_JSON)
                : direct;
    }

    private static double bySpecificity(List<MediaType> ranges, MediaType candidate) {
        double quality = 0;
        int closest = -1;
        for (MediaType range : ranges) {
            int specificity = range.isWildcardType() ? 0 : range.isWildcardSubtype() ? 1 : 2;
            if (range.includes(candidate) && specificity > closest) {
                closest = specificity;
                quality = range.getQualityValue();
            }
        }
        return quality;
    }

    private static Problem notAcceptable(List<MediaType> produced) {
        return Problem.of(
                406, "not_acceptable", "This operation returns " + produced.getFirst() + ".");
    }
}
