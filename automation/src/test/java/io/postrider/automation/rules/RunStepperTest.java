package io.postrider.automation.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.automation.rules.RuleDefinition.Reading;
import io.postrider.domain.runs.Run;
import io.postrider.domain.runs.RunCommand.AdvanceRun;
import io.postrider.domain.runs.RunStatus;
import io.postrider.domain.runs.Step;
import io.postrider.domain.runs.StepStatus;
import io.postrider.schemas.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class RunStepperTest {

    private static final Instant AT = Instant.parse("2026-11-02T09:30:00Z");

    @Test
    void anOutputIsTheInputOfALaterAction() {
        RuleDefinition definition =
                definition(
                        "{'key':'link','type':'links.create','with':{'jsonata':'{\\'url\\':"
                                + " event.data.url}'}},{'key':'call','type':'http.request','with':{'jsonata':'{\\'url\\':"
                                + " steps.link.short_url}'}}");
        Run run = next(run(), definition);

        assertThat(input(run, "link")).isEqualTo("{\"url\":\"https://example.com\"}");
        run = next(completed(run, "link", "{\"short_url\":\"https://s.example\"}"), definition);
        assertThat(input(run, "call")).isEqualTo("{\"url\":\"https://s.example\"}");
        run = next(completed(run, "call", "{}"), definition);
        assertThat(run.status()).isEqualTo(RunStatus.SUCCEEDED);
    }

    @Test
    void anExpressionIsEvaluatedAtEveryDepth() {
        RuleDefinition definition =
                definition(
                        "{'key':'call','type':'http.request','with':{'url':{'jsonata':'event.data.url'},'body':{'n':1,'deep':[{'jsonata':'event.data.total"
                                + " + 1'},{'a/b':{'jsonata':'event.type'}},{'jsonata':'x','more':2}],"
                                + "'none':{'jsonata':'event.data.nothing'}}}}");

        assertThat(input(next(run(), definition), "call"))
                .isEqualTo(
                        "{\"url\":\"https://example.com\",\"body\":{\"n\":1,"
                                + "\"deep\":[130.5,{\"a/b\":\"order.paid\"},{\"jsonata\":\"x\",\"more\":2}],\"none\":null}}");
    }

    @Test
    void aConditionSkipsAndABranchChoosesOneCase() {
        RuleDefinition definition =
                definition(
                        "{'key':'no','type':'stop','when':'event.data.total > 1000'},"
                                + "{'key':'b','type':'branch','cases':[{'when':'event.data.total >"
                                + " 500','actions':[{'key':'big','type':'links.delete','with':{'id':'a'}}]}],"
                                + "'else':{'actions':[{'key':'small','type':'links.delete','with':{'id':'b'}}]}}");
        Run run = next(run(), definition);

        assertThat(run.steps())
                .extracting(Step::key, Step::status)
                .containsExactly(
                        tuple("no", StepStatus.SKIPPED),
                        tuple("b", StepStatus.SUCCEEDED),
                        tuple("big", StepStatus.SKIPPED),
                        tuple("small", StepStatus.RUNNING));
        run = next(completed(run, "small", "{}"), definition);
        assertThat(run.status()).isEqualTo(RunStatus.SUCCEEDED);
    }

    @Test
    void eachItemHasAnEffectAndTheRunGoesOnAfterTheLast() {
        RuleDefinition definition =
                definition(
                        "{'key':'l','type':'links.create','for_each':{'jsonata':'event.data.urls'},'with':{'jsonata':'{\\'url\\':"
                                + " item &"
                                + " index}'}},{'key':'call','type':'http.request','with':{'jsonata':'{\\'url\\':"
                                + " $string($count(steps.l))}'}}");
        Run run = next(run(), definition);

        assertThat(run.steps()).extracting(Step::key).containsExactly("l[0]", "l[1]");
        assertThat(run.steps()).extracting(Step::effectId).doesNotHaveDuplicates();
        assertThat(input(run, "l[1]")).isEqualTo("{\"url\":\"y1\"}");
        run = completed(completed(run, "l[1]", "{}"), "l[0]", "{}");
        assertThat(input(next(run, definition), "call")).isEqualTo("{\"url\":\"2\"}");
    }

    @Test
    void aFailureEndsTheRunUnlessTheActionLetsItGoOn() {
        String action =
                "{'key':'l','type':'links.delete','with':{'id':'a'}%s},{'key':'s','type':'stop'}";
        Run ends = failed(next(run(), definition(action.formatted(""))), "l");
        Run goesOn =
                failed(next(run(), definition(action.formatted(",'on_error':'continue'"))), "l");

        assertThat(next(ends, definition(action.formatted(""))))
                .satisfies(run -> {
                    assertThat(run.status()).isEqualTo(RunStatus.FAILED);
                    assertThat(run.reason()).isEqualTo("l: no");
                });
        assertThat(next(goesOn, definition(action.formatted(",'on_error':'continue'"))).status())
                .isEqualTo(RunStatus.SUCCEEDED);
    }

    @Test
    void anExpressionThatCannotBeEvaluatedFailsItsRunWithItsReason() {
        Run run =
                next(
                        run(),
                        definition(
                                "{'key':'l','type':'stop','when':'event.data.missing.name == 1'}"));

        assertThat(run.status()).isEqualTo(RunStatus.FAILED);
        assertThat(run.reason()).startsWith("l: ").contains("missing");
    }

    @Test
    void aDelayWaits() {
        Run run = next(run(), definition("{'key':'w','type':'delay','with':{'for':'PT1H'}}"));

        assertThat(run.status()).isEqualTo(RunStatus.WAITING);
        assertThat(run.dueAt()).isEqualTo(AT.plus(Duration.ofHours(1)));
    }

    @Test
    void moreThanAHundredItemsFail() {
        Run run =
                next(
                        run(),
                        definition(
                                "{'key':'l','type':'links.delete','for_each':{'jsonata':'[1..101]'},'with':{'id':'a'}}"));

        assertThat(run.status()).isEqualTo(RunStatus.FAILED);
        assertThat(run.reason()).contains("101 items");
    }

    private static org.assertj.core.groups.Tuple tuple(Object... values) {
        return org.assertj.core.groups.Tuple.tuple(values);
    }

    private static Run next(Run run, RuleDefinition definition) {
        JsonNode event =
                node(
                        "{'type':'order.paid','data':{'url':'https://example.com','total':129.5,'urls':['x','y']}}");
        AdvanceRun change = RunStepper.of(run, definition, event, Sealer.PLAIN, AT);
        return run.with(change.status(), change.reason(), change.steps(), change.dueAt(), AT);
    }

    private static Run completed(Run run, String key, String output) {
        return ended(run, key, StepStatus.SUCCEEDED, output, null);
    }

    private static Run failed(Run run, String key) {
        return ended(run, key, StepStatus.FAILED, null, "no");
    }

    private static Run ended(
            Run run,
            String key,
            StepStatus status,
            @Nullable String output,
            @Nullable String error) {
        List<Step> steps = new ArrayList<>();
        run.steps()
                .forEach(step ->
                        steps.add(
                                step.key().equals(key)
                                        ? step.ended(status, output, error, 1, AT)
                                        : step));
        return run.with(RunStatus.RUNNING, null, steps, null, AT);
    }

    private static @Nullable String input(Run run, String key) {
        return run.steps().stream()
                .filter(step -> step.key().equals(key))
                .findFirst()
                .orElseThrow()
                .input();
    }

    private static Run run() {
        return new Run(
                "run_01kb3q9d0zf2e4g6h8j1k3m5n7",
                "ws_1",
                "rul_1",
                1,
                "evt_1",
                "order.paid",
                "{}",
                RunStatus.RUNNING,
                null,
                1,
                0,
                0,
                List.of(),
                List.of(),
                null,
                null,
                AT,
                AT,
                null);
    }

    private static RuleDefinition definition(String actions) {
        ObjectNode json =
                (ObjectNode)
                        node(
                                "{'trigger':{'event_types':['order.paid']},'actions':["
                                        + actions
                                        + "]}");
        if (RuleDefinition.read(json) instanceof Reading.Read(RuleDefinition definition)) {
            return definition;
        }
        throw new AssertionError(RuleDefinition.read(json).toString());
    }

    private static JsonNode node(String json) {
        return Json.mapper()
                .readTree(json.replace("\\'", "~").replace('\'', '"').replace('~', '\''));
    }
}
