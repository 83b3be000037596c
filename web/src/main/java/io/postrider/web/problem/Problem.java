package io.postrider.web.problem;

import io.postrider.domain.kernel.FieldError;
import io.postrider.schemas.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * Why a request is refused (RFC 9457).
 *
 * @param type a URI of its own; null for the service's page about the code
 * @param code stable, snake case
 * @param detail one sentence for a person, free of internals
 * @param members further members, for example {@code required}
 */
public record Problem(
        int status,
        String code,
        String detail,
        List<Fault> errors,
        @Nullable String type,
        Map<String, String> headers,
        Map<String, JsonNode> members)
        implements ApiResponse {

    private static final String NOT_YET = "not_supported_yet";

    public Problem {
        errors = List.copyOf(errors);
        headers = Map.copyOf(headers);
        members = Map.copyOf(members);
    }

    /** One part of a request at fault. */
    public sealed interface Fault {

        /** A field of the body. */
        record OfField(FieldError error) implements Fault {}

        /** A query parameter. */
        record OfParameter(String name, String code, String detail) implements Fault {}
    }

    /** Whether the same request can succeed later: the server or a limit of rate or concurrency rejects it, not its contents. */
    public boolean isTemporary() {
        return status >= 500 || status == 429;
    }

    /** A problem without further members. */
    public static Problem of(int status, String code, String detail) {
        return new Problem(status, code, detail, List.of(), null, Map.of(), Map.of());
    }

    /** One field of a request is invalid. */
    public static Problem invalid(FieldError error) {
        return invalid(List.of(error));
    }

    /** A well-formed request with invalid fields; lists all of them, or those not supported yet if there are no others. */
    public static Problem invalid(List<FieldError> errors) {
        boolean waiting = errors.stream().allMatch(error -> error.code().equals(NOT_YET));
        if (waiting && !errors.isEmpty()) {
            return of(422, NOT_YET, errors.getFirst().detail()).withFields(errors);
        }
        return of(422, "invalid", "Some fields are not valid.").withFields(errors);
    }

    /** The resource is not at the version that the caller demands. */
    public static Problem versionMismatch() {
        return of(412, "version_mismatch", "The resource changed after it was read.");
    }

    /** The resource does not exist, or not in this workspace. */
    public static Problem notFound() {
        return of(404, "not_found", "The path or the resource does not exist.");
    }

    /** The problem with a caller that lacks a scope. */
    public static Problem scopeMissing(String scope) {
        return of(403, "scope_missing", "The scope " + scope + " is required.")
                .withMember("required", List.of(scope));
    }

    /** A query parameter has a value that it cannot have. */
    public static Problem badParameter(String name, String code, String detail) {
        return of(400, code, detail)
                .withErrors(List.of(new Fault.OfParameter(DisplayText.of(name), code, detail)));
    }

    /** Try again later: nothing has happened. */
    public static Problem unavailable(String code, String detail) {
        return of(503, code, detail).retryAfter(1);
    }

    /** The node has no room for writes. */
    public static Problem diskLow(String detail) {
        return of(507, "disk_low", detail).retryAfter(30);
    }

    /** A cursor is valid only in the list that it came from. */
    public static Problem cursorMismatch() {
        return badParameter(
                "cursor",
                "cursor_mismatch",
                "The cursor belongs to another list, to other filters, or to the log before a move to another cluster. Start again without a cursor.");
    }

    /** The read model has not applied the write that the caller has seen. */
    public static Problem viewBehind() {
        return unavailable(
                "view_behind",
                "The write of the Consistency-Token has not reached the read model yet.");
    }

    /** Another request with the same Idempotency-Key has no response yet. */
    public static Problem inFlight() {
        return of(
                        409,
                        "idempotency_in_flight",
                        "A request with this Idempotency-Key is still in progress.")
                .retryAfter(1);
    }

    /** The key that encrypts a workspace's secrets is not known here yet. */
    public static Problem secretsUnavailable() {
        return unavailable(
                "secrets_unavailable",
                "This node has not loaded the encryption key of the workspace yet.");
    }

    /** A fault of the service itself, without details. */
    public static Problem internal() {
        return of(500, "internal_error", "The server failed and logged the error.");
    }

    /** With these fields at fault. */
    public Problem withFields(List<FieldError> fields) {
        return withErrors(fields.stream().<Fault>map(Fault.OfField::new).toList());
    }

    /** With these faults. */
    public Problem withErrors(List<Fault> faults) {
        return new Problem(status, code, detail, faults, type, headers, members);
    }

    /** With one header more. */
    public Problem with(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return new Problem(status, code, detail, errors, type, more, members);
    }

    /** Adds the number of seconds until a retry. */
    public Problem retryAfter(long seconds) {
        return with("Retry-After", Long.toString(seconds));
    }

    /** With one more member of texts. */
    public Problem withMember(String name, List<String> values) {
        return withMember(name, Json.texts(values));
    }

    /** With one more member. */
    public Problem withMember(String name, String value) {
        return withMember(name, JsonNodeFactory.instance.stringNode(value));
    }

    /** With one more member. */
    public Problem withMember(String name, int value) {
        return withMember(name, JsonNodeFactory.instance.numberNode(value));
    }

    private Problem withMember(String name, JsonNode value) {
        // Sorted, so that equal problems give equal bytes.
        Map<String, JsonNode> more = new TreeMap<>(members);
        more.put(name, value);
        return new Problem(status, code, detail, errors, type, headers, more);
    }

    /** With a type that is defined elsewhere. */
    public Problem typed(String uri) {
        return new Problem(status, code, detail, errors, uri, headers, members);
    }
}
