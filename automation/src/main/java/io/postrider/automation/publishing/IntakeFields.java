package io.postrider.automation.publishing;

import io.postrider.domain.automation.EndpointIntake;
import io.postrider.domain.automation.EndpointIntake.CustomSignature;
import io.postrider.domain.automation.EndpointProof;
import io.postrider.domain.kernel.FieldError;
import io.postrider.web.body.BodyReader;
import io.postrider.web.body.TextRule;
import io.postrider.web.server.ClientBlock;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads how an endpoint takes requests from a body. */
final class IntakeFields {

    private static final TextRule WORD = TextRule.line(1, 40);
    private static final TextRule TEXT = TextRule.line(1, 200);
    private static final int ENTRIES_MAX = 50;
    private static final int KEYS_MAX = 10;
    private static final Pattern POINTER = Pattern.compile("(?:/(?:[^~/]|~[01])*)+");
    private static final Pattern ORIGIN = Pattern.compile("https?://[a-z0-9.-]+(?::[0-9]{1,5})?");

    private IntakeFields() {}

    /**
     * The fields of the intake.
     *
     * @param signature of the first proof
     * @param proofs all proofs, where the body lists them
     */
    static EndpointIntake read(
            BodyReader fields,
            @Nullable CustomSignature signature,
            Optional<String> typeExpression,
            List<EndpointProof> proofs) {
        Optional<String> response = fields.text("response", WORD);
        if (response.isPresent() && !List.of("async", "sync").contains(response.get())) {
            fault(fields, "/response", "Expected async or sync.");
        }
        return new EndpointIntake(
                response.filter("sync"::equals).isPresent(),
                fields.object(
                                "dedupe",
                                inner -> {
                                    inner.require("key");
                                    return entries(
                                            inner,
                                            "key",
                                            KEYS_MAX,
                                            text -> POINTER.matcher(text).matches(),
                                            "Expected a JSON pointer into the data, such as /order_id.");
                                })
                        .orElseGet(List::of),
                entries(
                        fields,
                        "allowed_origins",
                        ENTRIES_MAX,
                        text -> ORIGIN.matcher(text).matches(),
                        "Expected an origin such as https://shop.example.com."),
                entries(
                        fields,
                        "allowed_addresses",
                        ENTRIES_MAX,
                        text -> ClientBlock.parse(text).isPresent(),
                        "Expected an address, or a block such as 192.0.2.0/24."),
                signature,
                typeExpression.orElse(null),
                proofs.isEmpty() ? null : proofs.getFirst().name(),
                proofs.isEmpty() ? proofs : proofs.subList(1, proofs.size()));
    }

    private static List<String> entries(
            BodyReader fields, String name, int max, Predicate<String> fits, String expected) {
        List<String> given = fields.texts(name, max, TEXT);
        for (int i = 0; i < given.size(); i++) {
            if (!fits.test(given.get(i))) {
                fault(fields, "/" + name + "/" + i, expected);
            }
        }
        return given;
    }

    private static void fault(BodyReader fields, String pointer, String detail) {
        fields.fault(new FieldError(pointer, "invalid_value", detail));
    }
}
