package io.postrider.expressions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.schemas.json.Json;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class JsonataFunctionsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '@',
            value = {
                "$substring('hello', 1) ~ \"ello\"",
                "$substring('hello', 1, 2) ~ \"el\"",
                "$substring('hello', -3, 2) ~ \"ll\"",
                "$substring('a😀b', 1, 1) ~ \"😀\"",
                "$substring('hello', -9) ~ \"hello\"",
                "$substring('hello', 2, -1) ~ \"\"",
                "$substringBefore('a.b.c', '.') ~ \"a\"",
                "$substringAfter('a.b.c', '.') ~ \"b.c\"",
                "$substringAfter('abc', 'x') ~ \"abc\"",
                "$lowercase('ÄI') ~ \"äi\"",
                "$uppercase('äi') ~ \"ÄI\"",
                "$length('a😀') ~ 2",
                "$trim('  a   b ') ~ \"a b\"",
                "$pad('x', 4) ~ \"x   \"",
                "$pad('x', -4, 'ab') ~ \"abax\"",
                "$pad('x', 1) ~ \"x\"",
                "$join(['a', 'b'], ', ') ~ \"a, b\"",
                "$join(['a', 'b']) ~ \"ab\"",
                "$contains('abc', 'b') ~ true",
                "$contains('abc', /B/) ~ false",
                "$contains('abc', /B/i) ~ true",
                "$contains('a\\nb', /^b/m) ~ true",
                "$split('a, b,c', ',') ~ [\"a\",\" b\",\"c\"]",
                "$split('a, b,c', /, ?/) ~ [\"a\",\"b\",\"c\"]",
                "$split('a,b,c', ',', 2) ~ [\"a\",\"b\"]",
                "$split('ab', '') ~ [\"a\",\"b\"]",
                "$replace('a.b.c', '.', '-') ~ \"a-b-c\"",
                "$replace('a.b.c', '.', '$', 1) ~ \"a$b.c\"",
                "$replace('John Smith', /(\\w+)\\s(\\w+)/, '$2, $1') ~ \"Smith, John\"",
                "$replace('abc', /b/, '[$0$$$5]') ~ \"a[b$]c\"",
                "$replace('abcabc', /b/, function($m) { $uppercase($m.match) }, 1) ~ \"aBcabc\"",
                "$replace('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab', /(a+)+$/, 'x') ~ \"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab\"",
                "$match('ababb', /a(b+)/).groups ~ [\"b\",\"bb\"]",
                "$match('ababb', /a(b+)/, 1).index ~ 0",
                "$match('x', /a/) ~ null",
                "$string({'a': [1, 2.50]}) ~ \"{\\\"a\\\":[1,2.5]}\"",
                "$string([1], true) ~ \"[\\n  1\\n]\"",
                "$sort([3, 1.5, 2]) ~ [1.5,2,3]",
                "$sort(['b', 'a']) ~ [\"a\",\"b\"]",
                "$sort([1, 2], function($a, $b) { $a < $b }) ~ [2,1]",
                "$distinct([1, 1.0, '1', [1], [1]]) ~ [1,\"1\",[1]]",
                "$spread([{'a': 1, 'b': 2}, {'c': 3}]) ~ [{\"a\":1},{\"b\":2},{\"c\":3}]",
                "$zip([1, 2], [3, 4, 5]) ~ [[1,3],[2,4]]",
                "$reduce([1, 2, 3], function($a, $b) { $a + $b }) ~ 6",
                "$merge([{'a': 1}, {'b': 2}]) ~ {\"a\":1,\"b\":2}",
                "$round(2.5) ~ 2",
                "$round(1.235, 2) ~ 1.24",
                "$round(125, -1) ~ 120",
                "$formatNumber(1234.5, '#,##0.00') ~ \"1,234.50\"",
                "$formatInteger(1999, 'I') ~ \"MCMXCIX\"",
                "$formatInteger(7, '000') ~ \"007\"",
                "$parseInteger('1,234', '#,##0') ~ 1234",
                "$formatBase(255, 16) ~ \"ff\"",
                "$base64encode('ä') ~ \"w6Q=\"",
                "$base64decode('w6Q=') ~ \"ä\"",
                "$encodeUrlComponent('a b&c') ~ \"a%20b%26c\"",
                "$toMillis('2026') ~ 1767225600000",
                "$toMillis('2026-03-04') ~ 1772582400000",
                "$toMillis('2026-03-04T05:06') ~ 1772600760000",
                "$toMillis('2026-03-04T05:06:07.5Z') ~ 1772600767500",
                "$toMillis('2026-03-04T07:06:07.5+02:00') ~ 1772600767500",
                "$toMillis('2026-03-04T07:06:07.5+0200') ~ 1772600767500",
                "$toMillis('04.03.2026 05:06', '[D01].[M01].[Y0001] [H01]:[m01]') ~ 1772600760000",
                "$toMillis('20260304', '[Y0001][M01][D01]') ~ 1772582400000",
                "$toMillis('4. March 2026', '[D]. [MNn] [Y]') ~ 1772582400000",
                "$fromMillis(0) ~ \"1970-01-01T00:00:00.000Z\"",
                "$fromMillis(0, '[D01].[M01].[Y0001]') ~ \"01.01.1970\"",
                "$fromMillis(0, '[H01]:[m01][Z]', '+0130') ~ \"01:30+01:30\"",
                "$type($clone({'a': 1})) ~ \"object\"",
            })
    void functions(String source, String result) throws Exception {
        assertThat(of(source)).isEqualTo(Json.mapper().readTree(result));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "$round(1, 1000000000)",
                "$formatNumber(1, $pad('', 1000, '0'))",
                "$formatInteger(1, $pad('', 1000, '0'))",
                "$formatInteger(1000000000, 'I')",
                "$fromMillis(0, '[Y,*-1000000000]')",
                "$fromMillis(0, '[Y10000000]')",
                "$toMillis('12:00', '[H]:[m]')",
                "$toMillis('1', '[Y][d][d][d][d][d][d][d]')",
                "$toMillis('one', '[Yw][dw]')",
                "$toMillis('yesterday')",
                "$replace('a', '', 'b')",
                "$replace('a', /a/, 1)",
                "$split('a', 1)",
                "$match('a', 'a')",
                "$sort([1, 'a'])",
                "$join([1])",
                "$split('a', ',', -1)",
                "$base64decode('*')",
                "$zip($zip([1..9000], [1..9000]), [1..9000])",
                "$string([1..9000].{'a': {'a': {'a': {'a': {'a': {'a': 1}}}}}}, true)",
            })
    void refused(String source) {
        assertThatThrownBy(() -> of(source)).isInstanceOf(EvaluationException.class);
    }

    private static JsonNode of(String source)
            throws InvalidExpressionException, EvaluationException {
        return JsonataExpression.compile(source).of(Json.object(), Instant.EPOCH, "seed");
    }
}
