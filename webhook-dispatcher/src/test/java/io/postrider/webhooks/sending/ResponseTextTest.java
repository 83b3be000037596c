package io.postrider.webhooks.sending;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.webhooks.sending.ResponseText.Excerpt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResponseTextTest {

    @Test
    void utf8IsKeptAndTheRestReplaced() {
        assertThat(ResponseText.excerpt("grüße 😀".getBytes(UTF_8), false, 100))
                .isEqualTo(new Excerpt("grüße 😀", false));
        assertThat(ResponseText.excerpt(new byte[] {'a', 0, 'b', (byte) 0xff}, false, 100))
                .isEqualTo(new Excerpt("a\ufffdb\ufffd", false));
        assertThat(ResponseText.excerpt(new byte[0], false, 100)).isEqualTo(new Excerpt("", false));
    }

    @Test
    void aCharacterCutInTwoIsLeftOut() {
        byte[] smile = "x😀".getBytes(UTF_8);
        byte[] cut = {smile[0], smile[1], smile[2], smile[3]};

        assertThat(ResponseText.excerpt(cut, true, 100)).isEqualTo(new Excerpt("x", true));
        assertThat(ResponseText.excerpt(cut, false, 100)).isEqualTo(new Excerpt("x\ufffd", false));
    }

    @Test
    void replacementsDoNotMakeItLongerThanAllowed() {
        Excerpt excerpt = ResponseText.excerpt(new byte[4096], false, 4096);

        assertThat(excerpt.text().getBytes(UTF_8)).hasSizeLessThanOrEqualTo(4096);
        assertThat(excerpt.text()).hasSize(1365);
        assertThat(excerpt.truncated()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Set-Cookie", "set-cookie2", "Authorization", "Proxy-Authenticate",
                        "WWW-Authenticate",
                "X-API-Key", "X-ApiKey", "X-Auth-Token", "Client-Secret", "X-Session-Id"
            })
    void credentialsAreMasked(String name) {
        assertThat(ResponseText.field(name, "s3cret"))
                .isEqualTo(new ReceivedResponse.Field(name, "***"));
    }

    @Test
    void controlCharactersOfHeadersAreReplaced() {
        assertThat(ResponseText.field("X-A", "a\u0000\u001b[31m\u0085b"))
                .isEqualTo(new ReceivedResponse.Field("X-A", "a\ufffd\ufffd[31m\ufffdb"));
    }
}
