package io.postrider.api.automation;

import io.postrider.api.http.AddressBlock;
import io.postrider.api.http.Fields;
import io.postrider.api.http.TextRule;
import io.postrider.domain.automation.EndpointIntake;
import io.postrider.domain.automation.EndpointIntake.CustomSignature;
import io.postrider.domain.automation.EndpointIntake.Encoding;
import io.postrider.domain.kernel.FieldError;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Reads how an endpoint takes requests from a body. */
final class IntakeFields {

    private static final TextRule WORD = TextRule.line(1, 40);
    private static final TextRule TEXT = TextRule.line(1, 200);
    private static final TextRule PREFIX = TextRule.line(0, 40);
    private static final int ENTRIES_MAX = 50;
    private static final int KEYS_MAX = 10;
    private static final Pattern POINTER = Pattern.compile("(?:/(?:[^~/]|~[01])*)+");
    private static final Pattern ORIGIN = Pattern.compile("https?://[a-z0-9.-]+(?::[0-9]{1,5})?");
    private static final Pattern HEADER = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}");

    private IntakeFields() {}

    /** @param typeExpression is read with the type; empty for none */
    static EndpointIntake read(Fields fields, Optional<String> typeExpression) {
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
                        text -> AddressBlock.parse(text).isPresent(),
                        "Expected an address, or a block such as 192.0.2.0/24."),
                fields.object("signature", IntakeFields::signature).orElse(null),
                typeExpression.orElse(null));
    }

    private static CustomSignature signature(Fields fields) {
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

    private static List<String> entries(
            Fields fields, String name, int max, Predicate<String> fits, String expected) {
        List<String> given = fields.texts(name, max, TEXT);
        for (int i = 0; i < given.size(); i++) {
            if (!fits.test(given.get(i))) {
                fault(fields, "/" + name + "/" + i, expected);
            }
        }
        return given;
    }

    private static void fault(Fields fields, String pointer, String detail) {
        fields.fault(new FieldError(pointer, "invalid_value", detail));
    }
}
