package io.postrider.api.keys;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.TestApi;
import io.postrider.api.Told;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What keys can be made of. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KeyRoutesTest {

    private static final Pattern PLACE = Pattern.compile("#/scopes/(\\d+)");

    private TestApi api;

    @BeforeAll
    void start() {
        api = new TestApi();
    }

    @AfterAll
    void stop() {
        api.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"name\":\"n\"}",
                "{\"name\":\"n\",\"scopes\":[]}",
                "{\"name\":\"n\",\"preset\":null}",
                "{\"name\":\"n\",\"scopes\":[],\"preset\":null}"
            })
    void aKeyWithoutScopesIsNotMade(String body) {
        Told told = api.caller().post("/api/v1/keys", body);

        assertThat(told.status()).isEqualTo(422);
        assertThat(told.text()).contains("#/scopes", "Give scopes, or a preset.");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[\"bogus\",5]               | 0,1",
                "[\"links:read\",5]          | 1",
                "[\"links:read\",5,7]        | 1,2",
                "[5,\"links:read\",\"bogus\"] | 0",
            })
    void everyFaultPointsToItsOwnEntry(String scopes, String places) {
        Told told = api.caller().post("/api/v1/keys", "{\"name\":\"n\",\"scopes\":" + scopes + "}");

        assertThat(
                        PLACE.matcher(told.text())
                                .results()
                                .map(found -> found.group(1))
                                .sorted()
                                .collect(Collectors.joining(",")))
                .isEqualTo(places);
    }
}
