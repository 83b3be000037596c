package io.postrider.redirects;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.testkit.claims.Verifies;
import java.net.URI;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ForwardedQueryTest {

    @ParameterizedTest
    @CsvSource({
        "https://t.example/p, a=1, https://t.example/p?a=1",
        "https://t.example, a=1, https://t.example?a=1",
        "https://t.example/p?x=1, a=1, https://t.example/p?x=1&a=1",
        "https://t.example/p?x=1&y=2, x=3, https://t.example/p?y=2&x=3",
        "https://t.example/p?x=1&x=2, x=3, https://t.example/p?x=3",
        "https://t.example/p?x=1, x=2&x=3, https://t.example/p?x=2&x=3",
        "https://t.example/p?x=1#f, a=1, https://t.example/p?x=1&a=1#f",
        "https://t.example/p#f?x=1, a=1, https://t.example/p?a=1#f?x=1",
        "https://t.example/p?%78=1, x=2, https://t.example/p?x=2",
        "https://t.example/p?a+b=1, a%20b=2, https://t.example/p?a%20b=2",
        "https://t.example/p?else, else, https://t.example/p?else",
        "https://t.example/p?x=1, else, https://t.example/p?x=1&else",
        "https://t.example/p, 123=foo, https://t.example/p?123=foo",
        "https://t.example/p, a[]=1&a[]=2, https://t.example/p?a[]=1&a[]=2",
        "https://t.example/p, d=YQ%3D%3D, https://t.example/p?d=YQ%3D%3D",
        "https://t.example/p, d=YQ==, https://t.example/p?d=YQ==",
        "https://t.example/p?, a=1, https://t.example/p?a=1",
        "https://t.example/p?x=1, &&, https://t.example/p?x=1",
        "https://t.example/p, &&, https://t.example/p"
    })
    void theVisitorsParametersAreAddedAndWin(String target, String query, String expected) {
        assertThat(new ForwardedQuery(target).with(query)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "a=%, a=%25",
        "a=%zz, a=%25zz",
        "a=<b>, a=%3Cb%3E",
        "a=\\, a=%5C",
        "a#b, a%23b",
        "a=\"b\", a=%22b%22",
        "a={b}|^`, a=%7Bb%7D%7C%5E%60",
        "a=%0d%0ab, a=%0d%0ab"
    })
    void invalidQueryCharactersAreEncoded(String query, String expected) {
        assertThat(new ForwardedQuery("https://t.example/").with(query))
                .isEqualTo("https://t.example/?" + expected);
    }

    @Test
    void bytesBeyondAsciiAreEncodedOneByOne() {
        assertThat(new ForwardedQuery("https://t.example/").with("a=Ã¼\u0001"))
                .isEqualTo("https://t.example/?a=%C3%BC%01");
    }

    @Test
    @Verifies("link-query")
    void nothingInAQueryChangesHostPathOrFragment() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        ForwardedQuery target = new ForwardedQuery("https://t.example/p?x=1&y=2#frag");
        String alphabet = "x=&%2f/\\@:#?[].;+ \t\r\né0a<>\"";
        for (int i = 0; i < 5_000; i++) {
            StringBuilder query = new StringBuilder();
            for (int length = random.nextInt(30); length > 0; length--) {
                query.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            String location = target.with(query.toString());
            URI uri = URI.create(location.replace('[', '(').replace(']', ')'));
            assertThat(uri.getHost()).as("seed %d: %s", seed, query).isEqualTo("t.example");
            assertThat(uri.getRawPath()).as("seed %d: %s", seed, query).isEqualTo("/p");
            assertThat(uri.getRawFragment()).as("seed %d: %s", seed, query).isEqualTo("frag");
            assertThat(location).as("seed %d", seed).matches("[\\x21-\\x7e]+");
        }
    }
}
