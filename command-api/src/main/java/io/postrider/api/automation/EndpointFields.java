package io.postrider.api.automation;

import io.postrider.api.automation.EventTypeField.EventType;
import io.postrider.api.http.Checked;
import io.postrider.api.http.Fields;
import io.postrider.api.http.TextRule;
import io.postrider.domain.automation.Endpoint;
import io.postrider.domain.automation.EndpointAuth;
import io.postrider.domain.automation.EndpointPatch;
import io.postrider.domain.kernel.FieldError;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.Optional;

/** Reads the fields of an endpoint from a body. */
final class EndpointFields {

    private static final TextRule NAME = TextRule.line(1, 100);
    private static final TextRule AUTH = TextRule.line(1, 40);
    private static final TextRule SECRET = TextRule.line(1, 1_000);

    private EndpointFields() {}

    /** The body of a creation, with the secret in plain text. */
    static Checked<EndpointPatch> create(Fields fields) {
        fields.require("name");
        fields.require("event_type");
        EndpointPatch patch = patch(fields, null);
        fits(fields, patch, Optional.ofNullable(patch.auth()).orElse(EndpointAuth.URL_TOKEN));
        return fields.checked(() -> patch);
    }

    /** The body of a change of an endpoint. */
    static Checked<EndpointPatch> update(Fields fields, Endpoint endpoint) {
        fields.notNull("name");
        fields.notNull("event_type");
        fields.notNull("auth");
        fields.notNull("enabled");
        EndpointPatch patch = patch(fields, endpoint);
        EndpointAuth auth = Optional.ofNullable(patch.auth()).orElse(endpoint.auth());
        fits(fields, patch, auth);
        if (auth != endpoint.auth() && InboundCredentials.hasForm(auth) && !fields.has("secret")) {
            fields.fault(
                    new FieldError(
                            "/secret", "required", "The secret there is was for other proofs."));
        }
        return fields.checked(() -> patch);
    }

    private static void fits(Fields fields, EndpointPatch patch, EndpointAuth auth) {
        Optional.ofNullable(patch.secret())
                .flatMap(secret -> InboundCredentials.objection(auth, secret))
                .ifPresent(fields::fault);
    }

    private static EndpointPatch patch(Fields fields, @Nullable Endpoint before) {
        Optional<EventType> type = EventTypeField.read(fields, before);
        return new EndpointPatch(
                fields.changed().stream().map(EndpointFields::whole).distinct().toList(),
                fields.text("name", NAME).orElse(null),
                type.map(EventType::name).orElse(null),
                auth(fields).orElse(null),
                fields.flag("enabled").orElse(true),
                fields.text("secret", SECRET).orElse(null),
                DataFields.mapping(fields).orElse(null),
                DataFields.schema(fields, before == null ? null : before.schema()).orElse(null),
                IntakeFields.read(
                        fields, type.flatMap(given -> Optional.ofNullable(given.expression()))),
                fields.metadata());
    }

    /** A field that is an object is one field, whatever of it is given; metadata is not. */
    private static String whole(String changed) {
        return changed.contains("/") && !changed.startsWith("metadata/")
                ? changed.substring(0, changed.indexOf('/'))
                : changed;
    }

    private static Optional<EndpointAuth> auth(Fields fields) {
        Optional<String> given = fields.text("auth", AUTH);
        Optional<EndpointAuth> auth = given.flatMap(EndpointAuth::labelled);
        if (given.isPresent() && auth.isEmpty()) {
            fields.fault(
                    new FieldError(
                            "/auth",
                            "invalid_value",
                            "Expected one of "
                                    + Arrays.stream(EndpointAuth.values())
                                            .map(EndpointAuth::label)
                                            .toList()
                                    + "."));
        }
        return auth;
    }
}
