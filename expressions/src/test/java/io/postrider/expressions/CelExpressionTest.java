package io.postrider.expressions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.postrider.schemas.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class CelExpressionTest {

    private static final JsonNode EVENT =
            Json.mapper()
                    .readTree(
                            """
                            {"type": "message.failed", "count": 5, "share": 0.5, "whole": 5.0, "large": 9007199254740993,
                             "beyond": 99999999999999999999, "none": null, "yes": true, "empty": "",
                             "tags": ["a", "b"], "to": {"phone-number": "+491", "names": [{"first": "Änne"}]}}
                            """);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "event.type == 'message.failed'",
                "event.count == 5 && event.count < 5.5 && event.count == 5.0",
                "event.share == 0.5 && event.whole == 5 && event.share < 1",
                "event.large == 9007199254740993 && event.large + 1 == 9007199254740994",
                "event.beyond > 1.0",
                "event.none == null && event.type != null",
                "event.yes",
                "event.tags == ['a', 'b'] && 'a' in event.tags && size(event.tags) == 2",
                "event.to['phone-number'].startsWith('+49')",
                "event.to.names[0].first.size() == 4",
                "event.to.names.exists(name, name.first == 'Änne') && !event.tags.all(tag, tag == 'a')",
                "event.tags.map(tag, tag + '!') == ['a!', 'b!']",
                "event.tags.filter(tag, tag > 'a').size() == 1 && event.tags.exists_one(tag, tag == 'b')",
                "type(event.count) == int && type(event.share) == double && type(event.none) == null_type",
                "event == event && event.to != event",
                "timestamp('2026-01-02T03:04:05Z').getFullYear() == 2026",
                "duration('1h') + duration('60s') == duration('61m')",
                "dyn(event.count) == 5",
                "event.count > 3 ? event.yes : false",
                "steps.first.status == 200",
            })
    void holds(String source) throws Exception {
        assertThat(isTrue(source)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "event.type.lowerAscii() == 'message.failed' && event.type.upperAscii() == 'MESSAGE.FAILED'",
                "event.type.split('.') == ['message', 'failed'] && 'a,b,c'.split(',', 2) == ['a', 'b,c']",
                "'äb'.split('') == ['ä', 'b'] && ''.split(',') == [''] && 'a'.split(',', 0) == []",
                "event.type.replace('.', '/') == 'message/failed' && 'aaa'.replace('a', 'b', 2) == 'bba'",
                "'ab'.replace('', '-') == '-a-b-'",
                "event.type.contains('age.f') && event.type.endsWith('failed')",
                "event.type.indexOf('.') == 7 && event.type.indexOf('e', 2) == 6 && 'x'.indexOf('y') == -1",
                "'ää.b.'.lastIndexOf('.') == 4 && 'a.b.'.lastIndexOf('.', 2) == 1",
                "['a', 'b'].join() == 'ab' && event.tags.join('-') == 'a-b'",
                "'abc'.substring(1) == 'bc' && 'abc'.charAt(1) == 'b' && ' a '.trim() == 'a'",
                "'abc'.reverse() == 'cba' && strings.quote('a') == '\"a\"'",
                "event.type.matches('^message[.](failed|sent)$') && matches('aaa', '(a+)+$')",
            })
    void readsTexts(String source) throws Exception {
        assertThat(isTrue(source)).isTrue();
    }

    @Test
    void hasGuardsAKeyThatIsMissing() throws Exception {
        assertThat(isTrue("has(event.reason)")).isFalse();
        assertThat(isTrue("has(event.none)")).isTrue();
        assertThat(isTrue("has(event.reason) && event.reason == 'x'")).isFalse();
        assertThat(isTrue("event.reason == 'x' || event.yes")).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '@',
            value = {
                "event.reason == 'x' | key 'reason' is not present in map.",
                "event['reason'] == 'x' | key 'reason' is not present in map.",
                "event.to.city.name == 'x' | key 'city' is not present in map.",
                "event.tags.exists(tag, event.reason == tag) | key 'reason' is not present in map.",
                "event.type.first == 'x' | Error resolving field 'first'. Field selections must be performed on messages or maps.",
                "event.tags[7] == 'x' | Index out of bounds: 7",
                "event.count / 0 == 1 | / by zero",
                "event.count | Expected a boolean as the result of the condition.",
                "d == 1 | No such attribute(s): d",
                "event.count.startsWith('a') | No matching overload for function 'startsWith'. Overload candidates: starts_with_string",
                "'a'.matches(event.type + '(') | This regular expression is not valid: missing closing )",
                "['a'].join(event.type).indexOf('x', 9) == 1 | The position 9 is outside of the string.",
            })
    void failuresNameTheReason(String source, String message) {
        assertThatThrownBy(() -> isTrue(source))
                .isInstanceOf(EvaluationException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '@',
            value = {
                "event.count == | 1 | 15",
                "other.count == 1 | 1 | 1",
                "event.yes && event.count + | 1 | 27",
                "1 + 1 | 1 | 1",
                "'text' | 1 | 1",
                "event.type.matches('(') | 1 | 20",
                "event.type.matches('(((a{100}){100}){100})') | 1 | 20",
                "'ä' == event.type &&\\n  nothing | 2 | 3",
                "size(1) == 2 | 1 | 5",
            })
    void errorsHaveTheirPlace(String source, int line, int column) {
        InvalidExpressionException invalid =
                catchThrowableOfType(
                        InvalidExpressionException.class,
                        () -> compile(source.replace("\\n", "\n")));

        assertThat(invalid.line()).as(invalid.detail()).isEqualTo(line);
        assertThat(invalid.column()).as(invalid.detail()).isEqualTo(column);
        assertThat(invalid.detail()).isNotBlank().doesNotContain("\n");
        assertThat(invalid).hasMessageContaining(invalid.detail());
    }

    @Test
    void aTextOfMoreThan4096CharactersIsRefused() throws Exception {
        assertThat(compile("'" + "😀".repeat(4_080) + "' != ''").isTrue(Map.of())).isTrue();

        assertThatThrownBy(() -> compile("'" + "a".repeat(4_090) + "' != ''"))
                .isInstanceOf(InvalidExpressionException.class)
                .hasMessageContaining("at most 4,096 characters");
        assertThatThrownBy(() -> compile(" ")).isInstanceOf(InvalidExpressionException.class);
    }

    @Test
    void clausesAreTheOperandsOfTheOutermostAnd() throws Exception {
        CelExpression condition =
                compile("event.yes && event.count == 6 && (event.yes || event.reason)");

        assertThat(condition.clauses())
                .extracting(CelExpression::source)
                .containsExactly("event.yes", "event.count == 6", "(event.yes || event.reason)");
        assertThat(condition.isTrue(variables())).isFalse();
        assertThat(condition.clauses().get(0).isTrue(variables())).isTrue();
        assertThat(condition.clauses().get(1).isTrue(variables())).isFalse();
        assertThat(condition.clauses().get(2).isTrue(variables())).isTrue();
        assertThat(condition.clauses().get(2).clauses()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '@',
            value = {
                "a ~ a",
                "a && b || c ~ a && b || c",
                "a ? b : c && d ~ a ? b : c && d",
                "(a && (b && c)) ~ a;(b && c)",
                "(a) && (b) ~ (a);(b)",
                "((a && b)) ~ a;b",
                "a == '&& \\' &&' && b ~ a == '&& \\' &&';b",
                "a == r'\\' && b ~ a == r'\\';b",
                "a == \"&&\" && b == ''''&& ''' ~ a == \"&&\";b == ''''&& '''",
                "a == '''x' && ''' && b ~ a == '''x' && ''';b",
                "a.exists(x, x && b) && c[b && c ? 1 : 2] ~ a.exists(x, x && b);c[b && c ? 1 : 2]",
                "!a && !(b && c) ~ !a;!(b && c)",
                "a // x && y\\n && b ~ a // x && y;b",
                "a.`x-&` && b ~ a.`x-&`;b",
            })
    void clausesOf(String source, String clauses) {
        assertThat(Conjuncts.of(source.replace("\\n", "\n")))
                .isEqualTo(List.of(clauses.split(";")));
    }

    @Test
    void manyThreadsEvaluateOneCondition() throws Exception {
        CelExpression condition = compile("event.n % 2 == 0 && event.name.matches('^n[0-9]+$')");

        Threads.run(
                8,
                500,
                n -> {
                    JsonNode event = Json.object().put("n", n).put("name", "n" + n);
                    assertThat(condition.isTrue(Map.of("event", event))).isEqualTo(n % 2 == 0);
                });
    }

    private static boolean isTrue(String source)
            throws InvalidExpressionException, EvaluationException {
        return compile(source).isTrue(variables());
    }

    private static CelExpression compile(String source) throws InvalidExpressionException {
        return CelExpression.compile(source, Set.of("event", "steps", "a", "b", "c", "d"));
    }

    private static Map<String, JsonNode> variables() {
        return Map.of(
                "event", EVENT, "steps", Json.mapper().readTree("{\"first\": {\"status\": 200}}"));
    }
}
