package io.postrider.expressions;

import com.dashjoin.jsonata.Functions;
import com.dashjoin.jsonata.JException;
import io.postrider.expressions.BoundFunction.Body;
import io.postrider.expressions.BoundFunction.Library;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The functions of time, which answer the time of the evaluation and know no time zone of the machine. */
final class TimeFunctions {

    private static final int CHARS = 100;
    private static final Pattern LARGE_NUMBER =
            Pattern.compile("[0-9]{5}|,[^,\\]]*[0-9]{3}[^,\\]]*]");

    /** The common part of ISO 8601 and JavaScript: a year, or more of a time, in UTC if it has no offset. */
    private static final DateTimeFormatter ISO =
            new DateTimeFormatterBuilder()
                    .appendValue(ChronoField.YEAR, 4)
                    .appendPattern(
                            "[-MM[-dd['T'HH:mm[:ss][.SSSSSSSSS][.SSSSSSSS][.SSSSSSS][.SSSSSS][.SSSSS][.SSSS][.SSS][.SS][.S][XXX][XX]]]]")
                    .parseDefaulting(ChronoField.MONTH_OF_YEAR, 1)
                    .parseDefaulting(ChronoField.DAY_OF_MONTH, 1)
                    .parseDefaulting(ChronoField.HOUR_OF_DAY, 0)
                    .parseDefaulting(ChronoField.MINUTE_OF_HOUR, 0)
                    .toFormatter(java.util.Locale.ROOT);

    private TimeFunctions() {}

    static Map<String, Body> all() {
        return Map.of(
                "now",
                (arguments, _) -> now(arguments),
                "millis",
                (_, _) -> JsonataRun.CURRENT.get().at().toEpochMilli(),
                "fromMillis",
                TimeFunctions::fromMillis,
                "toMillis",
                TimeFunctions::toMillis);
    }

    private static @Nullable Object now(Arguments arguments) {
        check(arguments.text(0));
        return Functions.dateTimeFromMillis(
                JsonataRun.CURRENT.get().at().toEpochMilli(), arguments.text(0), arguments.text(1));
    }

    private static @Nullable Object fromMillis(Arguments arguments, Library library) {
        check(arguments.text(1));
        return library.call(arguments.list());
    }

    private static @Nullable Object toMillis(Arguments arguments, Library library) {
        String text = arguments.text(0);
        String picture = arguments.text(1);
        if (text == null) {
            return null;
        }
        if (text.length() > CHARS) {
            throw new JException("D3110", -1, "a text of more than 100 characters");
        }
        if (picture == null) {
            return iso(text);
        }
        check(picture);
        DatePicture.check(picture);
        return library.call(arguments.list());
    }

    private static long iso(String text) {
        try {
            TemporalAccessor parsed = ISO.parse(text);
            ZoneOffset offset =
                    parsed.isSupported(ChronoField.OFFSET_SECONDS)
                            ? ZoneOffset.from(parsed)
                            : ZoneOffset.UTC;
            return LocalDateTime.from(parsed).toInstant(offset).toEpochMilli();
        } catch (DateTimeParseException e) {
            throw new JException("D3110", -1, text);
        } catch (DateTimeException e) {
            throw new JException("D3110", -1, text);
        }
    }

    /** A picture may ask for a number of a thousand million digits. */
    private static void check(@Nullable String picture) {
        if (picture != null && (picture.length() > CHARS || LARGE_NUMBER.matcher(picture).find())) {
            throw new IllegalArgumentException(
                    "The picture of a time is too long, or asks for too many digits.");
        }
    }
}
