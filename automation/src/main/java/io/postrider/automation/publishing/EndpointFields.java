package io.postrider.automation.publishing;

import io.postrider.automation.publishing.EventTypeField.EventType;
import io.postrider.domain.automation.Endpoint;
import io.postrider.domain.automation.EndpointIntake;
import io.postrider.domain.automation.EndpointPatch;
import io.postrider.domain.automation.EndpointProof;
import io.postrider.web.body.BodyReader;
import io.postrider.web.body.TextRule;
import io.postrider.web.problem.Validated;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the fields of an endpoint from a body. */
final class EndpointFields {

    private static final TextRule NAME = TextRule.line(1, 100);

    private EndpointFields() {}

    /** The body of a creation, with the secrets in plain text. */
    static Validated<EndpointPatch> create(BodyReader fields) {
        fields.require("name");
        fields.require("event_type");
        EndpointPatch patch = patch(fields, null);
        return fields.checked(() -> patch);
    }

    /** The body of a change of an endpoint. */
    static Validated<EndpointPatch> update(BodyReader fields, Endpoint endpoint) {
        fields.notNull("name");
        fields.notNull("event_type");
        fields.notNull("auth");
        fields.notNull("enabled");
        EndpointPatch patch = patch(fields, endpoint);
        return fields.checked(() -> patch);
    }

    private static EndpointPatch patch(BodyReader fields, @Nullable Endpoint before) {
        Optional<EventType> type = EventTypeField.read(fields, before);
        EndpointProof single = ProofFields.single(fields, before);
        List<EndpointProof> listed = ProofFields.list(fields, before);
        EndpointProof first = listed.isEmpty() ? single : listed.getFirst();
        EndpointIntake intake =
                IntakeFields.read(
                        fields,
                        first.signature(),
                        type.flatMap(given -> Optional.ofNullable(given.expression())),
                        listed);
        return new EndpointPatch(
                fields.changed().stream().map(EndpointFields::whole).distinct().toList(),
                fields.text("name", NAME).orElse(null),
                type.map(EventType::name).orElse(null),
                first.auth(),
                fields.flag("enabled").orElse(true),
                first.secret(),
                DataFields.mapping(fields).orElse(null),
                DataFields.schema(fields, before == null ? null : before.schema()).orElse(null),
                intake,
                fields.metadata());
    }

    /** A field that is an object is one field, whatever of it is given; metadata is not. */
    private static String whole(String changed) {
        return changed.contains("/") && !changed.startsWith("metadata/")
                ? changed.substring(0, changed.indexOf('/'))
                : changed;
    }
}
