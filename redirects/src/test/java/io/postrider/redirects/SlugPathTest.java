package io.postrider.redirects;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.testkit.claims.Verifies;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SlugPathTest {

    @ParameterizedTest
    @CsvSource({
        "/bench, bench",
        "/%62ench, bench",
        "/%62%65%6E%63%68, bench",
        "/A-b_9, A-b_9",
        "/a?x=1, a",
        "/a?x=/../b, a",
        "http://go.example/a, a",
        "HTTPS://go.example:8443/a?b, a"
    })
    void oneSegmentOfSlugCharactersIsASlug(String target, String slug) {
        assertThat(SlugPath.of(target))
                .isNotNull()
                .satisfies(path -> {
                    assertThat(path.slug()).isEqualTo(slug);
                    assertThat(path.preview()).isFalse();
                });
    }

    @ParameterizedTest
    @Verifies("link-query")
    @ValueSource(
            strings = {
                "",
                "/",
                "*",
                "a",
                "//evil.com",
                "/a/",
                "/a/b",
                "/.",
                "/..",
                "/%2e%2e",
                "/%2e%2e/a",
                "/a%2Fb",
                "/%00",
                "/a%00",
                "/%zz",
                "/%6",
                "/%",
                "/a%",
                "/%2562ench",
                "/a%0d%0aSet-Cookie:x=1",
                "/a\\b",
                "/a b",
                "/a;b",
                "/a#b",
                "/ä",
                "/%C3%A4",
                "/+",
                "/a++",
                "/a+b",
                "/%EF%BD%81",
                "example.com:443",
                "http:///a",
                "http://go.example",
                "http://go.example?/a",
                "ftp://go.example/a",
                "/api",
                "/API",
                "/livez",
                "/.well-known",
                "/%61pi",
                "/api+",
                "/favicon.ico"
            })
    void everythingElseIsNone(String target) {
        assertThat(SlugPath.of(target)).isNull();
    }

    @Test
    void aSlugHasAtMostAHundredCharacters() {
        assertThat(SlugPath.of("/" + "a".repeat(100))).isNotNull();
        assertThat(SlugPath.of("/" + "a".repeat(101))).isNull();
        assertThat(SlugPath.of("/" + "%61".repeat(100))).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/a+", "/a%2B", "/a+?x=+"})
    void aPlusSignAtTheEndAsksForThePreview(String target) {
        assertThat(SlugPath.of(target))
                .isNotNull()
                .satisfies(path -> {
                    assertThat(path.slug()).isEqualTo("a");
                    assertThat(path.preview()).isTrue();
                });
    }

    @Test
    void theQueryIsKeptAsSent() {
        assertThat(SlugPath.of("/a?b=%zz&c")).extracting(SlugPath::query).isEqualTo("b=%zz&c");
        assertThat(SlugPath.of("/a?")).extracting(SlugPath::query).isEqualTo("");
        assertThat(SlugPath.of("/a")).extracting(SlugPath::query).isNull();
    }

    @Test
    void anAbsoluteTargetNamesItsHost() {
        assertThat(SlugPath.of("http://Go.example:81/a"))
                .extracting(SlugPath::authority)
                .isEqualTo("Go.example:81");
        assertThat(SlugPath.of("/a")).extracting(SlugPath::authority).isNull();
    }
}
