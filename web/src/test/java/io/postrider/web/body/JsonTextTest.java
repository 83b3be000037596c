package io.postrider.web.body;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.testkit.claims.Verifies;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class JsonTextTest {

    @Test
    void readsWhatIsWellFormed() {
        JsonNode read =
                valid("{\"a\":[1,\"x\",true,null,{\"b\":-9223372036854775808}],\"c\":\"ü😀\"}");

        assertThat(read.path("a").path(4).path("b").longValue()).isEqualTo(Long.MIN_VALUE);
        assertThat(read.path("a").path(3).isNull()).isTrue();
        assertThat(read.path("c").stringValue()).isEqualTo("ü😀");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "}",
                "[1,",
                "{\"a\"}",
                "{\"a\":}",
                "{'a':1}",
                "{\"a\":1,}",
                "[1,]",
                "nul",
                "NaN",
                "{\"a\":NaN}",
                "{\"a\":01}",
                "{\"a\":+1}",
                "{\"a\":1.}",
                "{\"a\":.5}",
                "{\"a\":\"\n\"}",
                "{\"a\":\"\\x\"}",
                "{\"a\":\"\\u12\"}",
                "{\"a\":1/*c*/}",
                "// c\n{}",
                "\ufeff{}",
                "{\"a\":\u0000}"
            })
    void refusesWhatIsMalformed(String text) {
        assertThat(problem(text).status()).isEqualTo(400);
        assertThat(problem(text).code()).isEqualTo("malformed_json");
    }

    @Test
    @Verifies("input-bounds")
    void refusesNumbersOfUnreasonableLengthAndSaysWhere() {
        for (String number :
                List.of("9".repeat(65), "-0." + "9".repeat(62), "1e" + "9".repeat(1 << 20))) {
            Problem problem = problem("{\"a\":[{\"b\":1},{\"b\":" + number + "}]}");

            assertThat(problem.code()).isEqualTo("number_too_long");
            assertThat(pointer(problem)).isEqualTo("/a/1/b");
        }
        assertThat(pointer(problem("9".repeat(80)))).isEmpty();
        assertThat(pointer(problem("[0," + "9".repeat(80) + "]"))).isEqualTo("/1");
        assertThat(valid("{\"a\":" + "9".repeat(64) + "}").path("a").isIntegralNumber()).isTrue();
    }

    @Test
    @Verifies("input-bounds")
    void refusesNamesOfUnreasonableLengthAndSaysWhere() {
        Problem problem = problem("{\"a\":{\"" + "x".repeat(10_001) + "\":1}}");

        assertThat(problem.code()).isEqualTo("name_too_long");
        assertThat(pointer(problem)).isEqualTo("/a");
        assertThat(valid("{\"" + "x".repeat(10_000) + "\":1}")).hasSize(1);
    }

    @ParameterizedTest
    @Verifies("input-bounds")
    @ValueSource(
            strings = {
                "1e400",
                "-1e400",
                "1e999999999",
                "1e-999999999",
                "0.1e99999999999",
                "-0.01e-400",
                "3.141592653589793238",
                "9007199254740993.0",
                "90071992547409.931",
                "12345678901234567890.5"
            })
    void refusesNumbersThatADoubleCannotKeepAndSaysWhere(String number) {
        Problem problem = problem("{\"a\":[" + number + "]}");

        assertThat(problem.code()).isEqualTo("number_not_exact");
        assertThat(pointer(problem)).isEqualTo("/a/0");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0.0",
                "-0e400",
                "0.1",
                "129.500000000000000000000",
                "0.10000000000000001",
                "0.30000000000000004",
                "1.7976931348623157E308",
                "5e-324",
                "1000000000000000000000.0"
            })
    void keepsNumbersThatADoubleKeeps(String number) {
        assertThat(valid("[" + number + "]").path(0).doubleValue())
                .isEqualTo(Double.parseDouble(number));
    }

    @Test
    @Verifies("input-bounds")
    void refusesMembersThatAreGivenTwiceAndSaysWhich() {
        Problem problem = problem("{\"a\":{\"b/c\":[{\"d\":1,\"d\":2}]}}");

        assertThat(problem.code()).isEqualTo("duplicate_member");
        assertThat(pointer(problem)).isEqualTo("/a/b~1c/0/d");
    }

    @Test
    void namesThatDifferInEscapesOnlyAreTheSame() {
        assertThat(problem("{\"a\":1,\"\\u0061\":2}").code()).isEqualTo("duplicate_member");
    }

    @Test
    @Verifies("input-bounds")
    void refusesWhatFollowsTheEnd() {
        assertThat(problem("{} {}").code()).isEqualTo("trailing_content");
        assertThat(problem("{} x").code()).isEqualTo("malformed_json");
        assertThat(valid("{} \n\t ").isObject()).isTrue();
    }

    @Test
    @Verifies("input-bounds")
    void takesTheAllowedDepthAndNoMore() {
        assertThat(valid("[".repeat(32) + "]".repeat(32)).isArray()).isTrue();
        assertThat(problem("[".repeat(33) + "]".repeat(33)).code()).isEqualTo("too_deep");
        assertThat(problem("{\"a\":".repeat(100_000)).code()).isEqualTo("too_deep");
    }

    @Test
    @Verifies("input-bounds")
    void takesSoManyValuesAndNoMore() {
        assertThat(valid("[" + "{},".repeat(99_998) + "{}]")).hasSize(99_999);
        assertThat(problem("[" + "{},".repeat(99_999) + "{}]").code()).isEqualTo("too_many_values");
        assertThat(problem("[" + "[0],".repeat(50_000) + "0]").code()).isEqualTo("too_many_values");
        assertThat(problem("[" + "0,".repeat(1 << 20)).code()).isEqualTo("too_many_values");
    }

    @Test
    void refusesBytesThatAreNotUtf8() {
        assertThat(problem(new byte[] {'"', (byte) 0xff, '"'}).code())
                .isEqualTo("invalid_encoding");
        assertThat(problem(new byte[] {'"', (byte) 0xed, (byte) 0xa0, (byte) 0x80, '"'}).code())
                .as("a surrogate half")
                .isEqualTo("invalid_encoding");
        assertThat(problem(new byte[] {'"', (byte) 0xc0, (byte) 0x80, '"'}).code())
                .as("an overlong NUL")
                .isEqualTo("invalid_encoding");
        assertThat(problem("{}".getBytes(StandardCharsets.UTF_16LE)).status()).isEqualTo(400);
    }

    @Test
    void tellsNothingOfTheParser() {
        assertThat(problem("{\"a\":\"").detail()).doesNotContain("jackson", "Token", "Exception");
    }

    private static JsonNode valid(String text) {
        return switch (JsonText.parse(text.getBytes(UTF_8))) {
            case Validated.Valid<JsonNode>(JsonNode node) -> node;
            case Validated.Refused<JsonNode>(Problem problem) ->
                    throw new AssertionError("refused: " + problem);
        };
    }

    private static String pointer(Problem problem) {
        assertThat(problem.errors()).singleElement().isInstanceOf(Problem.Fault.OfField.class);
        return ((Problem.Fault.OfField) problem.errors().getFirst()).error().pointer();
    }

    private static Problem problem(String text) {
        return problem(text.getBytes(UTF_8));
    }

    private static Problem problem(byte[] bytes) {
        return switch (JsonText.parse(bytes)) {
            case Validated.Valid<JsonNode>(JsonNode node) ->
                    throw new AssertionError("taken: " + node);
            case Validated.Refused<JsonNode>(Problem problem) -> problem;
        };
    }
}
