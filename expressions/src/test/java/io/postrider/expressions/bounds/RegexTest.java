package io.postrider.expressions.bounds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RegexTest {

    private static final List<String> TOKENS =
            List.of(
                    "a",
                    "b",
                    ".",
                    "^",
                    "$",
                    "|",
                    "(",
                    ")",
                    "(",
                    ")",
                    "(?:",
                    "(?i)",
                    "(?P<n>",
                    "(?i:",
                    "[",
                    "]",
                    "[^",
                    "[]",
                    "[[:alpha:]]",
                    "[:",
                    "-",
                    "\\",
                    "\\d",
                    "\\pL",
                    "\\p{Greek}",
                    "\\x{41}",
                    "\\Q",
                    "\\E",
                    "\\[",
                    "\\(",
                    "{",
                    "}",
                    "{3}",
                    "{2,5}",
                    "{2,}",
                    "{,3}",
                    "{9}",
                    "{0}",
                    "{20,30}",
                    "*",
                    "+",
                    "?",
                    "*?",
                    ",",
                    "1",
                    "ä",
                    "😀");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}",
                "^(?:[A-Za-z0-9._%+-]+)@[a-z]{2,63}(?:\\.[a-z]{2,63}){1,4}$",
                "^\\+[1-9][0-9]{1,14}$",
                "(a+)+$",
            })
    void usualOnesAreAllowed(String source) {
        assertThat(Regex.of(source, 0)).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "((((a{100}){100}){100}){100}){100}",
                "(a{1000}){1000}",
                "(?:(?:a{0,1000}){0,1000})",
                "[]](a{1000}){1000}",
                "\\Q[\\E((a{1000}){1000})[]]",
                "[[:alpha:]](a{1000}){1000}",
                "[!-[:](a{1000}){1000}:]",
                "a{1000}(?i){1000}",
                "a{1000}\\Q\\E{1000}",
                "a{1000}(?i)\\Q\\E(?s){1000}",
                "a{1001}",
                "(?i)[a-😀]",
                "(?s-m:a)(?mi)\u1C80",
                "(?i)[a-\\x{10000}]",
                "(",
                "(?=a)",
            })
    void othersAreRefused(String source) {
        assertThatThrownBy(() -> Regex.of(source, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void upperAndLowerCaseCanBeTheSame() {
        assertThat(Regex.of("[à-ÿ]", Pattern.CASE_INSENSITIVE)).isNotNull();
        assertThat(Regex.of("(?i)straße|[а-я]+", 0)).isNotNull();
        assertThat(Regex.of("[a-😀]", 0)).isNotNull();
        assertThatThrownBy(() -> Regex.of("[a-😀]", Pattern.CASE_INSENSITIVE))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /** What is estimated too small would be compiled, however large it is. */
    @Test
    void theSizeIsNeverEstimatedFarTooSmall() {
        Random random = new Random(7);
        int compiled = 0;
        for (int i = 0; i < 60_000; i++) {
            StringBuilder source = new StringBuilder();
            for (int token = random.nextInt(10); token >= 0; token--) {
                source.append(TOKENS.get(random.nextInt(TOKENS.size())));
            }
            long estimated = RegexSize.of(source.toString());
            if (estimated > 5_000) {
                continue;
            }
            if (source.indexOf("i") >= 0) {
                // What RE2/J does not end for is refused before.
                source.replace(0, source.length(), source.toString().replace("😀", "o"));
            }
            try {
                assertThat(Pattern.compile(source.toString()).programSize())
                        .as(source.toString())
                        .isLessThanOrEqualTo((int) (10 + 1.2 * estimated));
                compiled++;
            } catch (PatternSyntaxException e) {
                // It is refused whatever its size is.
            }
        }
        assertThat(compiled).isGreaterThan(5_000);
    }
}
