package io.postrider.automation.engine;

import static io.postrider.automation.engine.TestEngine.json;
import static io.postrider.automation.engine.TestEngine.onPaid;
import static io.postrider.automation.engine.TestEngine.step;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.postrider.automation.rules.ActionType;
import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.runs.Run;
import io.postrider.domain.runs.RunStatus;
import io.postrider.domain.runs.Step;
import io.postrider.domain.runs.StepStatus;
import io.postrider.platform.secrets.RunToken;
import io.postrider.schemas.Cause;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.json.Json;
import io.postrider.schemas.json.TypedSecrets;
import io.postrider.testkit.claims.Verifies;
import io.postrider.testkit.http.ReceivedRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What each kind of action does, and what a run makes of its outcome. */
class ActionsTest {

    @TempDir private Path folder;
    private TestEngine engine;

    @BeforeEach
    void open() {
        engine = new TestEngine(folder);
    }

    @AfterEach
    void close() {
        engine.close();
    }

    @Test
    void eachOperationIsCalledWithItsMethodPathAndBody() {
        String input =
                "{\"id\":\"a b/1\",\"key\":\"a b/1\",\"url\":\"https://x.example\",\"type\":\"t\","
                        + "\"data\":{},\"instance_id\":\"i\",\"to\":\"+49\",\"reaction\":\"!\","
                        + "\"addresses\":[],\"model\":\"m\",\"messages\":[],\"value\":1}";
        List<ActionType> types =
                Arrays.stream(ActionType.values()).filter(ActionType::isOperation).toList();
        String actions =
                types.stream()
                        .map(type ->
                                "{\"key\":\"%s\",\"type\":\"%s\",\"with\":%s}"
                                        .formatted(
                                                type.name().toLowerCase(Locale.ROOT),
                                                type.label(),
                                                input))
                        .reduce((one, two) -> one + "," + two)
                        .orElseThrow();
        engine.rule(onPaid(actions));

        engine.event("order.paid", "{}");

        assertThat(engine.run().status()).isEqualTo(RunStatus.SUCCEEDED);
        List<ReceivedRequest> requests = engine.api.requests();
        assertThat(requests).hasSameSizeAs(types);
        for (int i = 0; i < types.size(); i++) {
            isCallOf(types.get(i), requests.get(i), engine.run().steps().get(i));
        }
    }

    private static void isCallOf(ActionType type, ReceivedRequest request, Step step) {
        assertThat(request.method()).as(type.label()).isEqualTo(type.method());
        assertThat(request.target())
                .isEqualTo("/api/v1" + type.path().replaceAll("\\{[a-z]+}", "a%20b%2F1"));
        assertThat(request.header("Idempotency-Key").orElse(null))
                .isEqualTo(type.method().equals("POST") ? step.effectId() : null);
        if (type.method().equals("DELETE")) {
            assertThat(request.text()).isEmpty();
            return;
        }
        JsonNode body = Json.mapper().readTree(request.text());
        type.pathMember().ifPresent(member -> assertThat(body.has(member)).isFalse());
        assertThat(body.path("url").asString()).isEqualTo("https://x.example");
        assertThat(body.path("type").asString())
                .isEqualTo(type == ActionType.MESSAGES_REACT ? "reaction" : "t");
    }

    @Test
    void anOperationIsCalledForTheRuleWithTheScopesOfItsPublisherAndTheCause() {
        String rule =
                engine.rule(
                        onPaid(
                                "{\"key\":\"l\",\"type\":\"links.create\",\"with\":{\"url\":\"https://x.example\"}}"));

        EventRecord event = engine.event("order.paid", "{}");

        String header = engine.api.requests().getFirst().header("Authorization").orElseThrow();
        assertThat(RunToken.parse(header, TestEngine.key(), engine.now()))
                .contains(
                        new RunToken(
                                TestEngine.WORKSPACE,
                                rule,
                                TestEngine.SCOPES,
                                new Cause(event.header().id(), engine.run().id(), 1)));
    }

    @Test
    void theOutputOfAnActionIsMappedToTheInputOfALaterOne() {
        engine.api.answerWith(json(201, "{\"short_url\":\"https://s.example/1\"}"));
        engine.service.answerWith(json(202, "{\"ok\":true}"));
        engine.rule(
                onPaid(
                        """
                        {"key":"link","type":"links.create","with":{"jsonata":"{'url': 'https://shop.example/' & event.data.order_id}"}},
                        {"key":"call","type":"http.request","with":{"jsonata":"{'url': '%s', 'body': {'link': steps.link.short_url, 'run': run.id}}"}}
                        """
                                .formatted(engine.service.url("/crm"))));

        engine.event("order.paid", "{\"order_id\":\"A1\"}");

        Run run = engine.run();
        assertThat(run.status()).isEqualTo(RunStatus.SUCCEEDED);
        assertThat(engine.api.requests().getFirst().text())
                .isEqualTo("{\"url\":\"https://shop.example/A1\"}");
        ReceivedRequest call = engine.service.requests().getFirst();
        assertThat(call.text())
                .isEqualTo("{\"link\":\"https://s.example/1\",\"run\":\"%s\"}".formatted(run.id()));
        assertThat(call.header("Idempotency-Key")).hasValue(step(run, "call").effectId());
        assertThat(engine.output(run, "call").toString())
                .startsWith("{\"status\":202,\"headers\":{\"content-type\":\"application/json\",")
                .endsWith("},\"body\":{\"ok\":true}}");
    }

    @Test
    @Verifies("rule-secrets")
    void secretsOfARuleAreOpenedForTheCallOnly() {
        String url = engine.service.url("/crm?token=planted-1");
        callWithSealed(url, TypedSecrets.authority(url));

        assertThat(engine.run().status()).isEqualTo(RunStatus.SUCCEEDED);
        ReceivedRequest call = engine.service.requests().getFirst();
        assertThat(call.target()).isEqualTo("/crm?token=planted-1");
        assertThat(call.header("X-Own")).hasValue("planted-2");
        assertThat(engine.shown(engine.run()).at("/steps/0/input"))
                .hasToString(
                        "{\"url\":\"%s\",\"headers\":{\"X-Own\":\"***\",\"X-Made\":\"***\"}}"
                                .formatted(url.replace("planted-1", "***")));
    }

    @Test
    @Verifies("rule-secrets")
    void aHeaderThatIsSealedForAnotherHostIsNotSent() {
        callWithSealed(engine.service.url("/crm"), "crm.example.com");

        assertThat(engine.run().status()).isEqualTo(RunStatus.FAILED);
        assertThat(engine.service.requests()).isEmpty();
    }

    private void callWithSealed(String url, String authority) {
        TypedSecrets secrets =
                new TypedSecrets(
                        TestEngine.WORKSPACE,
                        Id.of(IdKind.RUL, new UUID(1, 0)),
                        (_, _, _) -> Optional.empty());
        engine.rule(
                onPaid(
                        """
                        {"key":"call","type":"http.request","with":{"url":%s,
                          "headers":{"X-Own":%s,"X-Made":{"jsonata":"'planted-3'"}}}}
                        """
                                .formatted(
                                        engine.sealed(secrets.ofUrl(), url),
                                        engine.sealed(secrets.ofHeaders(authority), "planted-2"))));
        engine.event("order.paid", "{}");
    }

    @Test
    void eachItemOfAListHasAnEffect() {
        engine.rule(
                onPaid(
                        """
                        {"key":"l","type":"links.create","for_each":{"jsonata":"event.data.urls"},
                         "with":{"jsonata":"{'url': item, 'title': $string(index)}"}}
                        """));

        engine.event("order.paid", "{\"urls\":[\"https://a.example\",\"https://b.example\"]}");

        assertThat(engine.run().status()).isEqualTo(RunStatus.SUCCEEDED);
        assertThat(engine.run().steps()).extracting(Step::key).containsExactly("l[0]", "l[1]");
        assertThat(engine.api.requests())
                .extracting(ReceivedRequest::text)
                .containsExactlyInAnyOrder(
                        "{\"url\":\"https://a.example\",\"title\":\"0\"}",
                        "{\"url\":\"https://b.example\",\"title\":\"1\"}");
    }

    @Test
    void aBranchARespondAndAStopHaveNoEffect() {
        engine.rule(
                onPaid(
                        """
                        {"key":"b","type":"branch","cases":[{"when":"event.data.total > 500","actions":[{"key":"big","type":"stop"}]}],
                         "else":{"actions":[{"key":"answer","type":"respond","with":{"jsonata":"{'total': event.data.total}"}}]}},
                        {"key":"end","type":"stop"},
                        {"key":"never","type":"links.delete","with":{"id":"lnk_1"}}
                        """));

        engine.event("order.paid", "{\"total\":129}");

        assertThat(engine.run().steps())
                .extracting(Step::key, Step::status)
                .containsExactly(
                        tuple("b", StepStatus.SUCCEEDED),
                        tuple("big", StepStatus.SKIPPED),
                        tuple("answer", StepStatus.SUCCEEDED),
                        tuple("end", StepStatus.SUCCEEDED));
        assertThat(engine.output(engine.run(), "answer").toString()).isEqualTo("{\"total\":129}");
        assertThat(engine.attempts()).isEmpty();
    }

    @Test
    void aDelayHoldsARunUntilItsTime() {
        engine.rule(
                onPaid(
                        """
                        {"key":"w","type":"delay","with":{"for":"PT1H"}},
                        {"key":"l","type":"links.create","with":{"url":"https://x.example"}}
                        """));

        engine.event("order.paid", "{}");
        engine.later(Duration.ofMinutes(59));
        assertThat(engine.run().status()).isEqualTo(RunStatus.WAITING);
        assertThat(engine.api.requests()).isEmpty();

        engine.later(Duration.ofMinutes(1));
        assertThat(engine.run().status()).isEqualTo(RunStatus.SUCCEEDED);
        assertThat(engine.api.requests()).hasSize(1);
    }

    @Test
    void anInputThatCannotBeMadeFailsTheRunBeforeAnyEffect() {
        engine.rule(
                onPaid(
                        "{\"key\":\"l\",\"type\":\"links.create\",\"with\":{\"jsonata\":\"$error('no url')\"}}"));

        engine.event("order.paid", "{}");

        assertThat(engine.run().status()).isEqualTo(RunStatus.FAILED);
        assertThat(engine.run().reason()).startsWith("l: ").contains("no url");
        assertThat(engine.api.requests()).isEmpty();
    }

    @Test
    void aMappedInputWithoutTheIdOfItsResourceFails() {
        engine.rule(
                onPaid(
                        "{\"key\":\"l\",\"type\":\"links.delete\",\"with\":{\"jsonata\":\"{'id': event.data.none}\"}}"));

        engine.event("order.paid", "{}");

        assertThat(engine.run().reason()).isEqualTo("l: The input requires the member id.");
        assertThat(engine.api.requests()).isEmpty();
    }

    @Test
    void aFailureThatTheActionAllowsLetsTheRunGoOn() {
        engine.api.answerWith(json(409, "{\"code\":\"slug_taken\",\"detail\":\"Taken.\"}"));
        engine.rule(
                onPaid(
                        """
                        {"key":"l","type":"links.create","on_error":"continue","with":{"url":"https://x.example"}},
                        {"key":"end","type":"stop"}
                        """));

        engine.event("order.paid", "{}");

        assertThat(engine.run().status()).isEqualTo(RunStatus.SUCCEEDED);
        assertThat(step(engine.run(), "l").error()).isEqualTo("409 slug_taken: Taken.");
    }

    @Test
    void theEventAndTheInputAndOutputOfAStepAreSealed() {
        engine.api.answerWith(json(201, "{\"secret\":\"output\"}"));
        engine.rule(
                onPaid(
                        "{\"key\":\"l\",\"type\":\"links.create\",\"with\":{\"url\":\"https://secret.example\"}}"));

        engine.event("order.paid", "{\"secret\":\"event\"}");

        assertThat(engine.run().toString()).doesNotContain("secret");
        assertThat(engine.attempts().toString()).doesNotContain("secret");
        assertThat(engine.output(engine.run(), "l").path("secret").asString()).isEqualTo("output");
    }
}
