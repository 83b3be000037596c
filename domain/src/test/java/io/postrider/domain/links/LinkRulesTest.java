package io.postrider.domain.links;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.kernel.Tags;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@org.junit.jupiter.api.parallel.Isolated("it changes the default locale")
class LinkRulesTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                "Z",
                "0",
                "-",
                "_",
                "--",
                "Launch-2026",
                "launch_2026",
                "apis",
                "xapi",
                "api-",
                "api_v1",
                "user1",
                "hook",
                "0x7f",
                "index",
                "null"
            })
    void aSlugOfTheDefaultAlphabetIsAccepted(String slug) {
        assertThat(LinkRules.slug(slug)).isNull();
    }

    @Test
    void aSlugHasOneToAHundredCharacters() {
        assertThat(LinkRules.slug("a".repeat(100))).isNull();
        assertThat(LinkRules.slug("a".repeat(101))).extracting("code").isEqualTo("invalid_length");
        assertThat(LinkRules.slug("")).extracting("code").isEqualTo("invalid_length");
    }

    @Test
    void everyCharacterOutsideTheAlphabetIsRefused() {
        String alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        for (int c = 0; c <= 0xffff; c++) {
            boolean accepted = LinkRules.slug("a" + (char) c) == null;
            assertThat(accepted).as("U+%04X", c).isEqualTo(alphabet.indexOf(c) >= 0);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a b",
                " a",
                "a ",
                "a\t",
                "a\n",
                "a\r\n",
                "a\0b",
                "a\u007f",
                "a\u0085",
                "a.b",
                "a/b",
                "a+",
                "a%20",
                "a?b",
                "a#b",
                "a:b",
                "a@b",
                "a\\b",
                "a~b",
                "\u0430pple",
                "p\u0430ge",
                "\uff41",
                "\u0131d",
                "\u017fale",
                "\u212aey",
                "\u00fcn\u00ef",
                "e\u0301",
                "\u2126",
                "\u0661",
                "\ud83d\ude80",
                "\ud83d",
                "a\u200bb",
                "a\u200db",
                "a\u00adb",
                "a\u202eb",
                "\ufeffa",
                "a\u2010b",
                "a\u2212b",
            })
    void unicodeControlAndConfusableSlugsAreRefusedAndNeverRewritten(String slug) {
        assertThat(LinkRules.slug(slug))
                .extracting(FieldError::pointer, FieldError::code)
                .containsExactly("/slug", "invalid_characters");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "api",
                "user",
                "hooks",
                "schemas",
                "subjects",
                "errors",
                "config",
                "mode",
                "livez",
                "readyz",
                "assets",
                "internal",
                "metrics",
                "actuator",
                "health",
                "admin",
                "login",
                "static",
                "docs",
                "www"
            })
    void aReservedSlugIsRefusedInAnyCase(String slug) {
        String mixed = slug.substring(0, 1).toUpperCase(Locale.ROOT) + slug.substring(1);
        for (String text : List.of(slug, slug.toUpperCase(Locale.ROOT), mixed)) {
            assertThat(LinkRules.slug(text))
                    .as(text)
                    .extracting(FieldError::pointer, FieldError::code)
                    .containsExactly("/slug", "reserved");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {".well-known", ".Well-Known", "favicon.ico", "FAVICON.ICO", "robots.txt"})
    void reservedNamesOutsideTheAlphabetAreReservedToo(String path) {
        assertThat(LinkRules.isReserved(path)).isTrue();
        assertThat(LinkRules.slug(path)).isNotNull();
    }

    @Test
    void theLanguageOfTheMachineDoesNotFreeAReservedSlug() {
        Locale before = Locale.getDefault();
        try {
            // In Turkish, the small letter of I has no dot.
            Locale.setDefault(Locale.forLanguageTag("tr-TR"));
            assertThat(LinkRules.slug("API")).extracting("code").isEqualTo("reserved");
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void aLinkHasUpToFiftyTagsOfUpToSixtyCharacters() {
        List<String> most = IntStream.range(0, 50).mapToObj(i -> "x".repeat(60)).toList();

        assertThat(Tags.errors(List.of())).isEmpty();
        assertThat(Tags.errors(most)).isEmpty();
        assertThat(Tags.errors(Collections.nCopies(51, "x")))
                .extracting(FieldError::pointer, FieldError::code)
                .containsExactly(tuple("/tags", "too_many"));
    }

    @Test
    void everyWrongTagIsNamed() {
        assertThat(Tags.errors(List.of("ok", "", " \t", "x".repeat(61), "ok")))
                .extracting(FieldError::pointer)
                .containsExactly("/tags/1", "/tags/2", "/tags/3");
    }

    @Test
    void theErrorsOfAHugeListOfTagsAreBounded() {
        assertThat(Tags.errors(Collections.nCopies(100_000, ""))).hasSize(51);
    }

    @Test
    void theStatusCodesAreTheRedirectsThatKeepTheirMeaning() {
        assertThat(LinkRules.STATUS_CODES)
                .containsExactlyInAnyOrderElementsOf(Stream.of(301, 302, 303, 307, 308).toList());
    }
}
