package io.postrider.messaging.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.postrider.domain.instances.Instance;
import io.postrider.domain.templates.Template;
import io.postrider.domain.templates.TemplateCommand.CreateTemplate;
import io.postrider.domain.templates.TemplateCommand.DeleteTemplate;
import io.postrider.domain.templates.TemplateStatus;
import io.postrider.schemas.json.Json;
import io.postrider.testkit.MemoryFolder;
import io.postrider.testkit.http.ReceivedRequest;
import io.postrider.testkit.http.RecordingReceiver;
import io.postrider.testkit.http.StubResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Templates that are given to the provider, and how it decides on them. */
class TemplatesTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final RecordingReceiver provider =
            RecordingReceiver.start(
                    StubResponse.status(200, Map.of(), "{\"id\":\"77\",\"status\":\"PENDING\"}"));

    @TempDir(factory = MemoryFolder.class)
    private Path folder;

    private TestGateway gateway;
    private Instance instance;

    @BeforeEach
    void open() {
        gateway = new TestGateway(folder);
        instance = gateway.instances.sandbox();
    }

    @AfterEach
    void close() {
        gateway.close();
        provider.close();
    }

    private Template created(Instance of, String name) {
        Template template =
                new Template(
                        Template.idOf(of.id(), name, "en_US"),
                        TestGateway.WORKSPACE,
                        of.id(),
                        name,
                        "en_US",
                        "utility",
                        "[{\"type\":\"BODY\",\"text\":\"Hello\"}]",
                        TemplateStatus.SUBMITTED,
                        null,
                        null,
                        gateway.now(),
                        gateway.now());
        gateway.change(template.id(), new CreateTemplate(template));
        gateway.settle();
        return now(template);
    }

    private Template now(Template template) {
        return gateway.get(Template.class, template.id());
    }

    private void tell(Template template, String event, String reason) {
        gateway.call(
                template.instanceId(),
                Calls.change(
                        "message_template_status_update",
                        Calls.json(
                                "{'event':'%s','message_template_id':77,'message_template_name':'%s','message_template_language':'en_US','reason':%s}"
                                        .formatted(event, template.name(), reason))));
    }

    @Test
    void aTemplateIsPendingUntilItIsApproved() {
        Template template = created(instance, "order_ready");
        assertThat(template.status()).isEqualTo(TemplateStatus.PENDING);
        assertThat(template.providerId()).isNotEmpty();

        gateway.later(SECOND);

        assertThat(now(template).status()).isEqualTo(TemplateStatus.APPROVED);
        assertThat(now(template).reason()).isNull();
        assertThat(now(template).providerId()).isEqualTo(template.providerId());
    }

    private static final String LAST =
            "{'data':[{'id':'79','name':'code','language':'en','category':'AUTHENTICATION','status':'APPROVED','components':[]}]}";

    private static StubResponse listing(String status, String paging) {
        return StubResponse.status(
                200,
                Map.of(),
                Calls.json(
                                "{'data':[{'id':'78','name':'promo','language':'en','category':'MARKETING','status':'%s','components':[{'type':'BODY','text':'Hi {{1}}'}],'rejected_reason':'NONE'}]%s}"
                                        .formatted(status, paging))
                        .toString());
    }

    /** Templates that were created at Meta are listed page by page. */
    @Test
    void theTemplatesOfTheAccountAreListedWhenAnInstanceConnects() {
        provider.answerBy(request ->
                request.target().endsWith("&after=a+b")
                        ? StubResponse.status(200, Map.of(), LAST.replace('\'', '"'))
                        : listing(
                                "APPROVED",
                                ",'paging':{'cursors':{'after':'a b'},'next':'https://x'}"));
        Instance cloud = gateway.instances.cloud(provider.url(""));
        gateway.process().startProbe();
        gateway.later(SECOND);

        Template template = gateway.all(Template.class).getFirst();
        assertThat(template.id()).isEqualTo(Template.idOf(cloud.id(), "promo", "en"));
        assertThat(template.category()).isEqualTo("marketing");
        assertThat(template.status()).isEqualTo(TemplateStatus.APPROVED);
        assertThat(template.components()).contains("{{1}}");
        assertThat(gateway.events(template.id())).containsExactly("template.status_changed");
        assertThat(gateway.all(Template.class))
                .extracting(Template::name)
                .containsExactly("promo", "code");
        assertThat(provider.requests()).hasSize(2);
        assertThat(provider.requests().getFirst().target())
                .startsWith("/v23.0/" + cloud.config().get(Instance.ACCOUNT_ID))
                .contains("/message_templates?fields=");
    }

    /** Where each page names itself as the next one, and where three of them make a circle. */
    @ParameterizedTest
    @CsvSource({"1,2", "3,1000"})
    void aListThatHasNoEndIsReadToTheEndOfPatience(int pages, int calls) {
        AtomicInteger asked = new AtomicInteger();
        provider.answerBy(_ ->
                listing(
                        "APPROVED",
                        ",'paging':{'cursors':{'after':'%d'},'next':'x'}"
                                .formatted(asked.incrementAndGet() % pages)));
        gateway.instances.cloud(provider.url(""));
        gateway.process().startProbe();

        // An instance makes 80 calls per second.
        for (int round = 0; round < 250; round++) {
            gateway.later(Duration.ofMillis(100));
        }

        assertThat(provider.requests()).hasSize(calls);
    }

    /** Nothing is set aside, and what is listed is shown in its shape. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "[]",
                "{'data':{}}",
                "{'data':[null,1,'x',[],{},{'name':'a'}],'paging':{'next':'x'}}",
                "{'data':[{'name':'a','language':'en','category':null,'status':null,'components':null,'id':null}]}",
                "{'data':[{'name':'a','language':'en','category':{},'status':[],'components':'x','id':{}}]}",
                "{'data':[{'name':'a','language':'en','status':'IN_APPEAL','components':[null,1,'x',[]]}],'paging':{'cursors':{'after':null},'next':'x'}}"
            })
    void otherFilesAreNotListedAsTemplates(String body) {
        provider.answerWith(StubResponse.status(200, Map.of(), body.replace('\'', '"')));
        gateway.instances.cloud(provider.url(""));
        gateway.process().startProbe();

        gateway.later(SECOND);

        assertThat(gateway.setAside()).isEmpty();
        assertThat(provider.requests()).hasSize(1);
        assertThat(gateway.all(Template.class))
                .allSatisfy(template -> {
                    assertThat(template.components()).isEqualTo("[]");
                    assertThat(template.providerId()).isNull();
                });
    }

    @Test
    void aTemplateThatTheProviderTellsOfIsListed() {
        provider.answerWith(listing("PAUSED", ""));
        Instance cloud = gateway.instances.cloud(provider.url(""));

        gateway.call(
                cloud,
                Calls.change(
                        "message_template_status_update",
                        Calls.json(
                                "{'event':'PAUSED','message_template_name':'promo','message_template_language':'en'}")));
        gateway.later(SECOND);

        assertThat(gateway.all(Template.class))
                .extracting(Template::name, Template::status)
                .containsExactly(tuple("promo", TemplateStatus.PAUSED));
        assertThat(provider.requests().getFirst().target()).endsWith("&name=promo");
    }

    @Test
    void aTemplateIsRejectedWithItsReason() {
        Template template = created(instance, "reject_me");
        gateway.later(SECOND);

        assertThat(now(template).status()).isEqualTo(TemplateStatus.REJECTED);
        assertThat(now(template).reason()).isEqualTo("INVALID_FORMAT");
    }

    @Test
    void aTemplateIsPausedAfterItsApproval() {
        Template template = created(instance, "pause_me");
        gateway.later(Duration.ofMillis(500));
        assertThat(now(template).status()).isEqualTo(TemplateStatus.APPROVED);

        gateway.later(SECOND);

        assertThat(now(template).status()).isEqualTo(TemplateStatus.PAUSED);
    }

    @Test
    void theRequestIsInTheShapeOfTheCloudApi() {
        created(gateway.instances.cloud(provider.url("")), "order_ready");

        ReceivedRequest request = provider.requests().getFirst();
        assertThat(request.target()).isEqualTo("/v23.0/200001/message_templates");
        assertThat(Json.mapper().readTree(request.text()))
                .isEqualTo(
                        Calls.json(
                                "{'name':'order_ready','language':'en_US','category':'UTILITY','components':[{'type':'BODY','text':'Hello'}]}"));
    }

    @Test
    void aTemplateIsDeletedAtTheProviderByItsName() {
        Template template = created(gateway.instances.cloud(provider.url("")), "a b&c");

        gateway.change(template.id(), new DeleteTemplate(TestGateway.WORKSPACE));
        gateway.settle();

        ReceivedRequest request = provider.requests().getLast();
        assertThat(request.method()).isEqualTo("DELETE");
        assertThat(request.target()).isEqualTo("/v23.0/200001/message_templates?name=a+b%26c");
        assertThat(gateway.all(Template.class)).isEmpty();
    }

    @Test
    void aTemplateThatTheProviderDoesNotTakeFails() {
        provider.answerWith(
                StubResponse.status(
                        400, Map.of(), "{\"error\":{\"code\":100,\"message\":\"A bad name.\"}}"));
        Template template = created(gateway.instances.cloud(provider.url("")), "order_ready");

        assertThat(template.status()).isEqualTo(TemplateStatus.FAILED);
        assertThat(template.reason()).isEqualTo("A bad name.");
    }

    @Test
    void aTemplateWhoseCallIsNotAnsweredFails() {
        provider.answerWith(StubResponse.rawThenReset(""));
        Template template = created(gateway.instances.cloud(provider.url("")), "order_ready");

        assertThat(template.status()).isEqualTo(TemplateStatus.FAILED);
        assertThat(template.reason()).isEqualTo("no_answer");
    }

    @ParameterizedTest
    @CsvSource({
        "APPROVED,'null',APPROVED,",
        "APPROVED,'''NONE''',APPROVED,",
        "REJECTED,'''ABUSIVE_CONTENT''',REJECTED,ABUSIVE_CONTENT",
        "PAUSED,'''NONE''',PAUSED,",
        "DISABLED,'''NONE''',DISABLED,"
    })
    void decisionsOfTheProviderAreRecorded(
            String event, String reason, TemplateStatus status, String recorded) {
        Template template = created(gateway.instances.cloud(provider.url("")), "order_ready");

        tell(template, event, reason);

        assertThat(now(template).status()).isEqualTo(status);
        assertThat(now(template).reason()).isEqualTo(recorded);
        assertThat(now(template).providerId()).isEqualTo("77");
    }

    @Test
    void aStatusThatIsNotKnownChangesNothingThatWasDecided() {
        Template template = created(gateway.instances.cloud(provider.url("")), "order_ready");
        tell(template, "APPROVED", "null");

        tell(template, "FLAGGED", "null");

        assertThat(now(template).status()).isEqualTo(TemplateStatus.APPROVED);
    }

    @Test
    void anApprovalBeforeTheAnswerStays() {
        Instance cloud = gateway.instances.cloud(provider.url(""));
        provider.answerWith(StubResponse.status(503));
        Template template = created(cloud, "order_ready");
        tell(template, "APPROVED", "null");
        provider.answerWith(
                StubResponse.status(200, Map.of(), "{\"id\":\"77\",\"status\":\"PENDING\"}"));

        gateway.later(Duration.ofSeconds(2));

        assertThat(now(template).status()).isEqualTo(TemplateStatus.APPROVED);
        assertThat(provider.requests())
                .filteredOn(request -> request.method().equals("POST"))
                .hasSize(2);
    }
}
