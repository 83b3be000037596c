package io.postrider.standalone.letters;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNullElse;

import io.postrider.schemas.DeadLetter;
import io.postrider.schemas.codec.AnyValue;
import io.postrider.schemas.codec.LockedSchemaIds;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.TreeMap;

/** Letters as text. Names and messages come from records, so control characters are shown as {@code ?}. */
final class LetterText {

    static final String HELP =
            """
            Usage: ./postrider dead-letters ACTION

              list   print one line per record, newest first: id, application, processor, topic-partition@offset,
                     workspace, exception class, age; separated by tabs
                     --application NAME  --workspace ID  --limit N (100)
              show   print all details of a record: show ID; with --value also the contents of the record
              retry  process records again: retry ID... or retry --application NAME [--workspace ID]
              drop   delete records: drop ID... or drop --application NAME [--workspace ID]

            Kafka is POSTRIDER_KAFKA_BOOTSTRAP, or the embedded broker of the data folder, which must be running.
            Exit code: 0 done, 1 failed or rejected, 2 invalid arguments.
            """;

    private static final String NONE = "-";

    private LetterText() {}

    /** The line of a list. */
    static String line(Letter letter, Instant now) {
        DeadLetter content = letter.content();
        return safe(
                String.join(
                        "\t",
                        letter.id(),
                        content.application(),
                        content.processor(),
                        place(content),
                        requireNonNullElse(content.workspace(), NONE),
                        content.exception(),
                        age(Duration.between(content.at(), now))));
    }

    /** All fields. */
    static List<String> fields(String id, DeadLetter letter, boolean contents) {
        List<String> all = new ArrayList<>();
        all.add(field("id", id));
        all.add(field("application", letter.application()));
        all.add(field("processor", letter.processor()));
        all.add(field("record", place(letter)));
        all.add(field("time", letter.time()));
        all.add(field("workspace", requireNonNullElse(letter.workspace(), NONE)));
        all.add(field("exception", letter.exception()));
        all.add(field("message", letter.message()));
        all.add(field("rejected at", letter.at()));
        all.add(field("size", letter.length() + " bytes"));
        all.add(field("sha256", letter.sha256()));
        new TreeMap<>(letter.headers())
                .forEach((name, value) -> all.add(field("header " + name, value)));
        if (contents) {
            byte[] key = letter.key();
            all.add(field("key", key == null ? NONE : new String(key, UTF_8)));
            all.add(field("value", value(letter)));
        }
        return all;
    }

    private static String field(String name, Object value) {
        return safe("%-16s %s".formatted(name, value));
    }

    /** The value as JSON if it is complete and can be decoded, otherwise in Base64. */
    private static String value(DeadLetter letter) {
        return new AnyValue(LockedSchemaIds.shipped())
                .json(letter.value())
                .orElseGet(() -> "base64 " + Base64.getEncoder().encodeToString(letter.value()));
    }

    private static String place(DeadLetter letter) {
        return letter.topic() + "-" + letter.partition() + "@" + letter.offset();
    }

    private static String age(Duration age) {
        if (age.toDays() > 0) {
            return age.toDays() + "d";
        }
        if (age.toHours() > 0) {
            return age.toHours() + "h";
        }
        return age.toMinutes() > 0 ? age.toMinutes() + "m" : Math.max(0, age.toSeconds()) + "s";
    }

    private static String safe(String text) {
        return text.replaceAll("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}&&[^\\t]]", "?");
    }
}
