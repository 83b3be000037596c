package io.postrider.expressions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.postrider.schemas.json.Json;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class JsonataExpressionTest {

    private static final Instant AT = Instant.parse("2026-03-04T05:06:07.008Z");

    private static final String INPUT =
            """
            {"event": {"type": "message.failed", "count": 5, "share": 0.5, "whole": 5.0, "large": 9007199254740993,
                       "beyond": 99999999999999999999, "none": null, "yes": true, "text": "John Smith",
                       "empty": [], "one": [7], "nested": [[1, 2], [3]],
                       "items": [{"id": "a", "price": 1.5, "n": 2}, {"id": "b", "price": 3, "n": 1}]}}
            """;

    @ParameterizedTest
    @CsvSource(
            delimiterString = " => ",
            quoteCharacter = '@',
            value = {
                "{'a': event.type, 'b': event.count, 'c': event.yes} => {\"a\":\"message.failed\",\"b\":5,\"c\":true}",
                "event.count => 5",
                "event.whole => 5",
                "event.share => 0.5",
                "event.large => 9007199254740993",
                "event.beyond => 99999999999999999999",
                "event.none => null",
                "event.missing => null",
                "{'a': event.none, 'b': event.missing} => {\"a\":null}",
                "event.count * 1.0 => 5",
                "event.count / 2 => 2.5",
                "10 / event.count => 2",
                "-event.count => -5",
                "event.items.price => [1.5,3]",
                "$sum(event.items.(price * n)) => 6",
                "event.items[id = 'b'].price => 3",
                "event.items^(>price).id => [\"b\",\"a\"]",
                "event.items{id: n} => {\"a\":2,\"b\":1}",
                "event.items.{'id': id, 'of': %.type} => [{\"id\":\"a\",\"of\":\"message.failed\"},{\"id\":\"b\",\"of\":\"message.failed\"}]",
                "event.items@$i.$i.id => [\"a\",\"b\"]",
                "event.one => [7]",
                "event.one[0] => 7",
                "event.items[0].id[] => [\"a\"]",
                "event.nested => [[1,2],[3]]",
                "event.missing ?? event.text => \"John Smith\"",
                "event.none ?: 'x' => \"x\"",
                "event.count > 3 ? 'many' : 'few' => \"many\"",
                "[1..3].($ * 2) => [2,4,6]",
                "event.items ~> $count() => 2",
                "event ~> |items|{'n': n + 1}, 'price'| ~> $lookup('items') => [{\"id\":\"a\",\"n\":3},{\"id\":\"b\",\"n\":2}]",
                "($double := function($n) { $n * 2 }; $map([1, 2], $double)) => [2,4]",
                "$map(['a-b', 'c-b'], $replace(?, 'b', 'x')) => [\"a-x\",\"c-x\"]",
                "($f := function($n) { $n <= 1 ? 1 : $n * $f($n - 1) }; $f(10)) => 3628800",
                "/b+/('abbc') => {\"match\":\"bb\",\"start\":1,\"end\":3,\"groups\":[]}",
            })
    void shapes(String source, String result) throws Exception {
        assertThat(of(source)).isEqualTo(Json.mapper().readTree(result));
    }

    @Test
    void anInputCanBeAnArrayOrASingleValue() throws Exception {
        assertThat(of("$", "[1, [2]]").toString()).isEqualTo("[1,[2]]");
        assertThat(of("$[0]", "[1, 2]").toString()).isEqualTo("1");
        assertThat(of("$ & '!'", "\"a\"").toString()).isEqualTo("\"a!\"");
        assertThat(of("$", "null").isNull()).isTrue();
    }

    @Test
    void aWholeNumberStaysWhole() throws Exception {
        for (String source :
                new String[] {"event.count", "event.whole", "event.share * 10", "$sum([2, 3])"}) {
            assertThat(of(source).isIntegralNumber()).as(source).isTrue();
            assertThat(of(source).toString()).as(source).isEqualTo("5");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " => ",
            quoteCharacter = '@',
            value = {
                "{'a': => 1 => 5",
                "event.( => 1 => 7",
                "event.type &\\n  ] => 2 => 3",
                "'open => 1 => 5",
                "event[ => 1 => 6",
                "$match(event.text, /(?=a)/) => 1 => 26",
                "$match(event.text, /((a{100}){100}){100}/) => 1 => 41",
                "$__evaluate_entry := x => 1 => 1",
            })
    void errorsHaveTheirPlace(String source, int line, int column) {
        InvalidExpressionException invalid =
                catchThrowableOfType(
                        InvalidExpressionException.class,
                        () -> JsonataExpression.compile(source.replace("\\n", "\n")));

        assertThat(invalid.line()).as(invalid.detail()).isEqualTo(line);
        assertThat(invalid.column()).as(invalid.detail()).isEqualTo(column);
        assertThat(invalid.detail()).isNotBlank().doesNotContain("\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " => ",
            quoteCharacter = '@',
            value = {
                "event.type + 1 => The left side of the \"+\" operator must evaluate to a number",
                "$sum('a') => Argument \"a\"",
                "$number('abc') => This is not a number: For input string: \"abc\"",
                "event.count() => Attempted to invoke a non-function",
                "uppercase('a') => Attempted to invoke a non-function. Did you mean $uppercase?",
                "$upper('a') => Attempted to invoke a non-function.",
                "($f := function($x) { $g($x) }; $f(1)) => Attempted to invoke a non-function.",
                "event.count ~> 5 => Attempted to invoke a non-function",
                "$eval('1') => Attempted to invoke a non-function",
                "$error('Not today.') => Not today.",
                "$assert(false, 'No.') => No.",
                "$uppercase => The result holds a function.",
                "1 / 0 => Number out of range: \"Infinity\"",
                "($f := function($n) { $f($n) + 1 }; $f(1)) => The evaluation is nested too deeply, or its recursion does not end.",
                "($f := function($n) { $f($n) }; $f(1)) => The evaluation takes more than",
                "[1..20000] => An array or object has at most 10,000 entries.",
                "$pad('', 1000000000) => A string has at most 262,144 characters.",
                "[1..3000].$pad('', 100) => The result has at most 256 KiB as JSON.",
                "event ~> |$|{'self': $}| => A value has at most 100 levels of arrays and objects.",
                "($f := function($n, $v) { $n = 0 ? $v : $f($n - 1, [[$v]]) }; $f(70, 1)) => The result has at most 64 levels of arrays and objects.",
            })
    void failuresNameTheReason(String source, String message) {
        assertThatThrownBy(() -> of(source))
                .isInstanceOf(EvaluationException.class)
                .hasMessageStartingWith(message);
    }

    @Test
    void aMessageIsOneLineAndShort() {
        assertThatThrownBy(() -> of("$error('a\\n' & $pad('', 1000, 'b'))"))
                .isInstanceOf(EvaluationException.class)
                .satisfies(e ->
                        assertThat(e.getMessage()).hasSize(500).startsWith("a b").endsWith("…"));
    }

    @Test
    void timeAndRandomnessFollowFromTheInput() throws Exception {
        JsonataExpression shape =
                JsonataExpression.compile(
                        "[$now(), $millis(), $random(), $random(), $shuffle([1..20]), $now('[Y]', '+0200')]");
        JsonNode first = shape.of(Json.object(), AT, "run_1");

        assertThat(first.get(0).asString()).isEqualTo("2026-03-04T05:06:07.008Z");
        assertThat(first.get(1).longValue()).isEqualTo(AT.toEpochMilli());
        assertThat(first.get(2).doubleValue())
                .isBetween(0.0, 1.0)
                .isNotEqualTo(first.get(3).doubleValue());
        for (int i = 0; i < 10; i++) {
            assertThat(shape.of(Json.object(), AT, "run_1")).isEqualTo(first);
        }
        JsonNode other = shape.of(Json.object(), AT.plusMillis(1), "run_2");
        for (int i = 0; i < 5; i++) {
            assertThat(other.get(i)).isNotEqualTo(first.get(i));
        }
    }

    @Test
    void manyThreadsEvaluateOneShape() throws Exception {
        JsonataExpression shape =
                JsonataExpression.compile(
                        "{'n': n, 'names': $map([1..3], function($i) { $name & '/' & $i }),"
                                + " 'chained': (n ~> ($string ~> $uppercase)),"
                                + " 'found': $match('x' & n, /x([0-9]+)/).groups, 'partial': $map([n], $power(?, 2)),"
                                + " 'sum': ($f := function($k) { $k = 0 ? n : $f($k - 1) }; $f(5))}");
        JsonataExpression other = JsonataExpression.compile("n * 2");

        Threads.run(
                8,
                300,
                n -> {
                    JsonNode input = Json.object().put("n", n);
                    JsonNode result = shape.of(input, AT, "");
                    assertThat(result.get("n").intValue()).isEqualTo(n);
                    assertThat(result.get("chained").asString()).isEqualTo("" + n);
                    assertThat(result.get("found").get(0).asString()).isEqualTo("" + n);
                    assertThat(result.get("partial").longValue()).isEqualTo((long) n * n);
                    assertThat(result.get("sum").intValue()).isEqualTo(n);
                    assertThat(other.of(input, AT, "").intValue()).isEqualTo(2 * n);
                });
    }

    private static JsonNode of(String source)
            throws InvalidExpressionException, EvaluationException {
        return of(source, INPUT);
    }

    private static JsonNode of(String source, String input)
            throws InvalidExpressionException, EvaluationException {
        return JsonataExpression.compile(source).of(Json.mapper().readTree(input), AT, "seed");
    }
}
