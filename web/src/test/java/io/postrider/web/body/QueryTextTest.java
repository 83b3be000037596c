package io.postrider.web.body;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QueryTextTest {

    @Test
    void undoesPercentEncodingOnce() {
        assertThat(QueryText.parse("q=a%20b+c&%74ag=%C3%BC&empty&x=%2541&&"))
                .isEqualTo(
                        Validated.valid(Map.of("q", "a b c", "tag", "ü", "empty", "", "x", "%41")));
    }

    @Test
    void anAbsentQueryHasNoParameters() {
        assertThat(QueryText.parse(null)).isEqualTo(Validated.valid(Map.of()));
        assertThat(QueryText.parse("")).isEqualTo(Validated.valid(Map.of()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a=%", "a=%4", "a=%zz", "%=1", "a=%ff", "a=%C3", "a=%00", "a=%ED%A0%80"})
    void refusesWhatIsMalformedOrNotUtf8(String query) {
        assertThat(problem(query)).isEqualTo("malformed_query");
    }

    @Test
    void refusesParametersThatAreGivenTwice() {
        assertThat(problem("limit=1&limit=1")).isEqualTo("duplicate_parameter");
        assertThat(problem("limit=1&li%6dit=2")).isEqualTo("duplicate_parameter");
    }

    @Test
    void rejectsTooManyParameters() {
        StringBuilder query = new StringBuilder();
        for (int i = 0; i < 51; i++) {
            query.append("p").append(i).append("=1&");
        }

        assertThat(problem(query.toString())).isEqualTo("malformed_query");
    }

    private static String problem(String query) {
        return QueryText.parse(query) instanceof Validated.Refused<?>(Problem problem)
                ? problem.code()
                : "none";
    }
}
