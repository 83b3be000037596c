package io.postrider.projections.clicks;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.links.ClickVocabulary;
import io.postrider.testkit.claims.Verifies;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Headers are the visitor's own text: a click has the listed words of them alone. */
class ClickWordsTest {

    private static final String TOKEN = "sk-live-4Qp51c8R02";

    private final UserAgentCache agents = new UserAgentCache();

    @ParameterizedTest
    @Verifies("visitor-words")
    @ValueSource(
            strings = {
                TOKEN + "bot/1.0",
                TOKEN + "-User/1.0",
                "curl-" + TOKEN,
                TOKEN + "crawl",
                "java/" + TOKEN,
                "got-" + TOKEN,
                TOKEN + "/1 CFNetwork/1410.0.3 Darwin/22.6.0",
                TOKEN + "-iPhone/1.0 CFNetwork/1410.0.3",
                "Mozilla/5.0 (X11; " + TOKEN + ") " + TOKEN + "/1.0",
                "Mozilla/5.0 (compatible; " + TOKEN + " Spider/2.0)",
                "Mozilla/5.0 (Linux; Android 14) " + TOKEN + "Browser/3.1 Mobile",
                TOKEN
            })
    void agentsAreDescribedInListedWords(String agent) {
        ParsedUserAgent told = agents.of(agent);

        assertThat(words(told)).noneMatch(word -> word.contains(TOKEN.toLowerCase(Locale.ROOT)));
        assertThat(isListed(told)).as(told.toString()).isTrue();
    }

    private static Stream<String> words(ParsedUserAgent told) {
        return Stream.of(told.os(), told.browser(), told.robot())
                .map(String::valueOf)
                .map(word -> word.toLowerCase(Locale.ROOT));
    }

    private static boolean isListed(ParsedUserAgent told) {
        return is(told.os(), ClickVocabulary.systems())
                && is(told.browser(), ClickVocabulary.browsers())
                && is(told.robot(), ClickVocabulary.reasons());
    }

    private static boolean is(@Nullable String word, Set<String> listed) {
        return word == null || listed.contains(word);
    }
}
