package io.postrider.automation.publishing;

import io.postrider.domain.automation.Endpoint;
import io.postrider.domain.automation.EndpointAuth;
import io.postrider.domain.automation.EndpointIntake.CustomSignature;
import io.postrider.domain.automation.EndpointIntake.Encoding;
import io.postrider.domain.automation.EndpointProof;
import io.postrider.domain.kernel.FieldError;
import io.postrider.web.body.BodyReader;
import io.postrider.web.body.TextRule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads how requests prove that they may publish at an endpoint. */
final class ProofFields {

    static final String PROOFS = "proofs";

    private static final int PROOFS_MAX = 5;
    private static final TextRule NAME = TextRule.line(1, 40);
    private static final TextRule WORD = TextRule.line(1, 40);
    private static final TextRule SECRET = TextRule.line(1, 1_000);
    private static final TextRule TEXT = TextRule.line(1, 200);
    private static final TextRule PREFIX = TextRule.line(0, 40);
    private static final Pattern HEADER = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}");

    private ProofFields() {}

    /**
     * The fields {@code auth}, {@code secret} and {@code signature}, with the secret in plain text.
     *
     * @param before the endpoint that is changed; null for a new one
     */
    static EndpointProof single(BodyReader fields, @Nullable Endpoint before) {
        EndpointAuth former = before == null ? EndpointAuth.URL_TOKEN : before.auth();
        EndpointAuth auth = auth(fields).orElse(former);
        String secret = secret(fields, auth);
        if (before != null && changesForm(former, auth) && !fields.has("secret")) {
            fields.fault(otherForm());
        }
        return new EndpointProof(auth.label(), auth, secret, signature(fields));
    }

    /**
     * The list {@code proofs}; empty if it is not given.
     *
     * @param before the endpoint that is changed, whose proofs of the same name keep their secrets; null for a new one
     */
    static List<EndpointProof> list(BodyReader fields, @Nullable Endpoint before) {
        if (!fields.has(PROOFS)) {
            return List.of();
        }
        fields.notNull(PROOFS);
        if (fields.isEmptyList(PROOFS)) {
            fault(fields, "/" + PROOFS, "Expected at least one proof.");
        }
        if (fields.has("auth") || fields.has("secret") || fields.has("signature")) {
            fault(fields, "/" + PROOFS, "Expected either proofs, or auth, secret and signature.");
        }
        List<EndpointProof> given =
                fields.objects(PROOFS, PROOFS_MAX, inner -> entry(inner, before));
        return named(fields, given);
    }

    private static EndpointProof entry(BodyReader fields, @Nullable Endpoint before) {
        fields.require("auth");
        EndpointAuth auth = auth(fields).orElse(EndpointAuth.URL_TOKEN);
        String name = fields.text("name", NAME).orElse("");
        String secret = secret(fields, auth);
        if (before != null && secret == null) {
            before.proofs().stream()
                    .filter(proof -> proof.name().equals(name))
                    .filter(proof -> changesForm(proof.auth(), auth))
                    .findFirst()
                    .ifPresent(_ -> fields.fault(otherForm()));
        }
        return new EndpointProof(name, auth, secret, signature(fields));
    }

    /** Names unnamed proofs, and reports duplicate names and proofs. */
    private static List<EndpointProof> named(BodyReader fields, List<EndpointProof> given) {
        Set<String> names = new HashSet<>();
        Set<EndpointAuth> withoutSecret = new HashSet<>();
        List<EndpointProof> named = new ArrayList<>();
        for (int i = 0; i < given.size(); i++) {
            EndpointProof proof = given.get(i);
            String name = proof.name().isEmpty() ? free(proof.auth(), given, names) : proof.name();
            if (!names.add(name)) {
                fault(fields, "/" + PROOFS + "/" + i + "/name", "Another proof has this name.");
            }
            if (!proof.auth().needsSecret() && !withoutSecret.add(proof.auth())) {
                fault(fields, "/" + PROOFS + "/" + i + "/auth", "Another proof has this auth.");
            }
            named.add(new EndpointProof(name, proof.auth(), proof.secret(), proof.signature()));
        }
        return named;
    }

    private static String free(EndpointAuth auth, List<EndpointProof> given, Set<String> names) {
        String name = auth.label();
        for (int i = 2; isTaken(name, given, names); i++) {
            name = auth.label() + "-" + i;
        }
        return name;
    }

    private static boolean isTaken(String name, List<EndpointProof> given, Set<String> names) {
        return names.contains(name) || given.stream().anyMatch(proof -> proof.name().equals(name));
    }

    private static Optional<EndpointAuth> auth(BodyReader fields) {
        Optional<String> given = fields.text("auth", WORD);
        Optional<EndpointAuth> auth = given.flatMap(EndpointAuth::labelled);
        if (given.isPresent() && auth.isEmpty()) {
            fault(
                    fields,
                    "/auth",
                    "Expected one of "
                            + Arrays.stream(EndpointAuth.values()).map(EndpointAuth::label).toList()
                            + ".");
        }
        return auth;
    }

    private static @Nullable String secret(BodyReader fields, EndpointAuth auth) {
        Optional<String> secret = fields.text("secret", SECRET);
        secret.flatMap(text -> InboundCredentials.objection(auth, text)).ifPresent(fields::fault);
        return secret.orElse(null);
    }

    /** Whether a secret for one way of proof will not do for another. */
    private static boolean changesForm(EndpointAuth from, EndpointAuth to) {
        return from != to && InboundCredentials.hasForm(to);
    }

    private static FieldError otherForm() {
        return new FieldError(
                "/secret",
                "required",
                "The stored secret belongs to another auth; a new secret is required.");
    }

    private static @Nullable CustomSignature signature(BodyReader fields) {
        return fields.object("signature", ProofFields::custom).orElse(null);
    }

    private static CustomSignature custom(BodyReader fields) {
        String header = fields.requiredText("header", TEXT);
        if (!header.isEmpty() && !HEADER.matcher(header).matches()) {
            fault(fields, "/header", "Expected the name of a header.");
        }
        Optional<String> given = fields.text("encoding", WORD);
        Optional<Encoding> encoding = given.flatMap(Encoding::labelled);
        if (given.isPresent() && encoding.isEmpty()) {
            fault(fields, "/encoding", "Expected hex or base64.");
        }
        return new CustomSignature(
                header, encoding.orElse(Encoding.HEX), fields.text("prefix", PREFIX).orElse(""));
    }

    private static void fault(BodyReader fields, String pointer, String detail) {
        fields.fault(new FieldError(pointer, "invalid_value", detail));
    }
}
