package io.postrider.messaging.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.contacts.ContactCommand;
import io.postrider.domain.contacts.ContactCommand.OptOutContact;
import io.postrider.domain.instances.Instance;
import io.postrider.schemas.json.Json;
import io.postrider.testkit.records.Records;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** Words that opt out, as people write them. */
class OptWordsTest {

    private static final OptOutContact ALL = new OptOutContact("ws", "keyword");

    private static Optional<ContactCommand> asked(Map<String, String> words, String text) {
        Instance blank = Instance.blank("inst", "ws", Instance.SANDBOX, "", Instant.EPOCH);
        ObjectNode content = Json.object();
        content.putObject("text").put("body", text);
        return OptWords.of("ws", Optional.of(Records.with(blank, "config", words))).asked(content);
    }

    private static Map<String, String> optOut(String words) {
        return Map.of(Instance.OPT_OUT_WORDS, words);
    }

    /** A heart has a variation selector, a family joiners, and a text from right to left a mark. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "STOP \u2764\uFE0F",
                "\uD83D\uDC68\u200D\uD83D\uDC69\u200D\uD83D\uDC67 stop",
                "stop \uD83D\uDE4F\uD83C\uDFFD",
                "\u200FSTOP",
                "ST\u00ADOP\u200B",
                "\uFF33\uFF34\uFF2F\uFF30",
                "arre\u0302t"
            })
    void invisibleCharactersAreNotPartOfAWord(String text) {
        assertThat(asked(Map.of(), text)).contains(ALL);
    }

    @ParameterizedTest
    @CsvSource({
        "iptal,\u0130PTAL",
        "iptal,IPTAL",
        "\u0130ptal,iptal",
        "\u00E7\u0131k\u0131\u015F,\u00C7IKI\u015E",
        "stra\u00DFe,STRASSE",
        "\u03C4\u03AD\u03BB\u03BF\u03C2,\u03A4\u0388\u039B\u039F\u03A3",
        "\u0441\u0442\u043E\u043F,\u0421\u0422\u041E\u041F!",
        "\u505C\u6B62,\u505C\u6B62\u3002",
        "\u0930\u094B\u0915\u094B,\u0930\u094B\u0915\u094B!"
    })
    void caseMakesNoDifferenceInAnyScript(String word, String text) {
        assertThat(asked(optOut(word), text)).contains(ALL);
    }

    @Test
    void anEmojiIsAWord() {
        assertThat(asked(optOut("\uD83D\uDED1"), " \uD83D\uDED1 ")).contains(ALL);
        assertThat(asked(optOut("\u2764\uFE0F,stop"), "\u2764")).contains(ALL);
        assertThat(asked(optOut("\uD83D\uDED1"), "\uD83D\uDED1\uD83D\uDED1")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {",", " , ,", ",\u200B,"})
    void noWordsAreNone(String none) {
        for (String text : new String[] {"stop", "", ",", "!", " ", "\u200B"}) {
            assertThat(asked(optOut(none), text)).as(text).isEmpty();
        }
    }

    /** The stricter wish is taken. */
    @Test
    void aWordInTwoListsIsTheFirst() {
        Map<String, String> words =
                Map.of(
                        Instance.OPT_OUT_WORDS, "no",
                        Instance.OPT_OUT_MARKETING_WORDS, "no",
                        Instance.OPT_IN_WORDS, "no");

        assertThat(asked(words, "No.")).contains(ALL);
    }
}
