package io.postrider.messaging.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.contacts.Contact;
import io.postrider.domain.groups.Group;
import io.postrider.domain.groups.GroupCommand.AddParticipants;
import io.postrider.domain.groups.GroupCommand.CreateGroup;
import io.postrider.domain.groups.GroupCommand.DeleteGroup;
import io.postrider.domain.groups.GroupCommand.RemoveParticipants;
import io.postrider.domain.groups.GroupCommand.RenewInviteLink;
import io.postrider.domain.groups.GroupCommand.UpdateGroup;
import io.postrider.domain.groups.GroupState;
import io.postrider.domain.groups.Participant;
import io.postrider.domain.groups.Participant.ParticipantState;
import io.postrider.domain.instances.Instance;
import io.postrider.domain.messages.Message;
import io.postrider.schemas.json.Json;
import io.postrider.testkit.MemoryFolder;
import io.postrider.testkit.http.ReceivedRequest;
import io.postrider.testkit.http.RecordingReceiver;
import io.postrider.testkit.http.StubResponse;
import io.postrider.testkit.records.Records;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Groups that the provider is asked for, and what it tells of them. */
class GroupsTest {

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final String ANA = "+12025550132";

    private final RecordingReceiver provider =
            RecordingReceiver.start(
                    StubResponse.status(200, Map.of(), "{\"request_id\":\"REQ1\"}"));

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

    private Group now(Group group) {
        return gateway.get(Group.class, group.id());
    }

    private Group created(Group group) {
        gateway.change(group.id(), new CreateGroup(group));
        gateway.settle();
        gateway.later(SECOND);
        return now(group);
    }

    private void change(Group group, Record command) {
        gateway.change(group.id(), command);
        gateway.settle();
        gateway.later(SECOND);
    }

    private String opened(Group group, String part, String sealed) {
        return gateway.secrets
                .text(TestGateway.WORKSPACE, Group.purpose(group.id(), part), sealed)
                .orElseThrow();
    }

    /** A contact that is to be added. */
    private Participant adding(Group group, String phone) {
        String contact = gateway.contacts.withNumber(phone);
        String purpose = Group.purpose(group.id(), "participants/" + contact);
        return new Participant(
                contact,
                gateway.secrets.sealedText(TestGateway.WORKSPACE, purpose, phone).orElseThrow(),
                ParticipantState.ADDING);
    }

    @Test
    void aGroupIsActiveOnceTheProviderHasCreatedIt() {
        Group group = gateway.drafts.group(instance, "Trip");
        gateway.change(group.id(), new CreateGroup(group));
        gateway.settle();
        assertThat(now(group).state()).isEqualTo(GroupState.REQUESTED);

        gateway.later(SECOND);

        assertThat(now(group).state()).isEqualTo(GroupState.ACTIVE);
        assertThat(now(group).providerId()).startsWith("100000.");
        assertThat(opened(group, "invite_link", String.valueOf(now(group).inviteLink())))
                .startsWith("https://chat.whatsapp.com/");
    }

    @Test
    void theProviderMayTellOfAGroupBeforeItsAnswerIsRead() {
        Group group = gateway.drafts.group(gateway.instances.cloud(provider.url("")), "Trip");
        gateway.change(group.id(), new CreateGroup(group));
        gateway.call(
                group.instanceId(),
                news(
                        "{'type':'group_create','request_id':'REQ1','group_id':'g1','subject':'Trip'}"));

        assertThat(now(group).state()).isEqualTo(GroupState.ACTIVE);
        assertThat(now(group).providerId()).isEqualTo("g1");
    }

    @Test
    void aRequestOutlivesTheProcess() {
        Group group = gateway.drafts.group(gateway.instances.cloud(provider.url("")), "Trip");
        gateway.change(group.id(), new CreateGroup(group));
        gateway.settle();

        gateway.restart();
        gateway.call(
                group.instanceId(),
                news("{'type':'group_create','request_id':'REQ1','group_id':'g1'}"));

        assertThat(now(group).providerId()).isEqualTo("g1");
    }

    @Test
    void aGroupThatTheProviderDoesNotCreateFailsWithItsReason() {
        Group group = created(gateway.drafts.group(instance, "will fail"));

        assertThat(group.state()).isEqualTo(GroupState.FAILED);
        assertThat(group.reason()).isEqualTo("The limit of groups is reached.");
    }

    @Test
    void aGroupThatTheProviderRefusesFails() {
        provider.answerWith(
                StubResponse.status(
                        400, Map.of(), "{\"error\":{\"code\":100,\"message\":\"No groups.\"}}"));
        Group group =
                created(gateway.drafts.group(gateway.instances.cloud(provider.url("")), "Trip"));

        assertThat(group.state()).isEqualTo(GroupState.FAILED);
        assertThat(group.reason()).isEqualTo("No groups.");
    }

    @Test
    void theRequestHasThePlainTexts() {
        Group group = gateway.drafts.group(gateway.instances.cloud(provider.url("")), "Trip");
        created(group);

        ReceivedRequest request = provider.requests().getFirst();
        assertThat(request.target()).isEqualTo("/v23.0/100001/groups");
        assertThat(Json.mapper().readTree(request.text()))
                .isEqualTo(
                        Calls.json(
                                "{'messaging_product':'whatsapp','subject':'Trip','join_approval_mode':'auto_approve'}"));
    }

    @Test
    void participantsJoinOnceTheGroupIsActive() {
        Group group = gateway.drafts.group(instance, "Trip");
        created(Records.with(group, "participants", List.of(adding(group, ANA))));

        assertThat(now(group).participants())
                .singleElement()
                .satisfies(each -> {
                    assertThat(each.state()).isEqualTo(ParticipantState.MEMBER);
                    assertThat(gateway.get(Contact.class, each.contactId()).addresses()).hasSize(1);
                });
    }

    @Test
    void participantsAreAddedAndRemoved() {
        Group group = created(gateway.drafts.group(instance, "Trip"));
        Participant ana = adding(group, ANA);
        change(group, new AddParticipants(TestGateway.WORKSPACE, List.of(ana)));
        assertThat(now(group).participants())
                .extracting(Participant::state)
                .containsExactly(ParticipantState.MEMBER);

        change(group, new RemoveParticipants(TestGateway.WORKSPACE, List.of(ana.contactId())));

        assertThat(now(group).participants()).isEmpty();
    }

    @Test
    void rejectedParticipantsAreRemoved() {
        Instance cloud = gateway.instances.cloud(provider.url(""));
        Group group = created(gateway.drafts.group(cloud, "Trip"));
        gateway.call(cloud, news("{'type':'group_create','request_id':'REQ1','group_id':'g1'}"));
        provider.answerWith(
                StubResponse.status(
                        400, Map.of(), "{\"error\":{\"code\":131204,\"message\":\"Full.\"}}"));

        change(group, new AddParticipants(TestGateway.WORKSPACE, List.of(adding(group, ANA))));

        assertThat(now(group).participants()).isEmpty();
        assertThat(now(group).reason()).isEqualTo("Full.");
        assertThat(provider.requests().getLast().target()).isEqualTo("/v23.0/g1/participants");
        assertThat(provider.requests().getLast().text()).contains("\"user\":\"" + ANA + "\"");
    }

    @Test
    void aNewInviteLinkReplacesTheFormerOne() {
        Group group = created(gateway.drafts.group(instance, "Trip"));

        change(group, new RenewInviteLink(TestGateway.WORKSPACE));

        assertThat(opened(group, "invite_link", String.valueOf(now(group).inviteLink())))
                .startsWith("https://chat.whatsapp.com/")
                .isNotEqualTo(opened(group, "invite_link", String.valueOf(group.inviteLink())));
    }

    @Test
    void aGroupIsChangedAndDeletedAtTheProvider() {
        Instance cloud = gateway.instances.cloud(provider.url(""));
        Group group = created(gateway.drafts.group(cloud, "Trip"));
        gateway.call(cloud, news("{'type':'group_create','request_id':'REQ1','group_id':'g1'}"));
        String subject =
                gateway.secrets
                        .sealedText(
                                TestGateway.WORKSPACE,
                                Group.purpose(group.id(), "subject"),
                                "Voyage")
                        .orElseThrow();

        change(group, new UpdateGroup(TestGateway.WORKSPACE, subject, null));
        change(group, new DeleteGroup(TestGateway.WORKSPACE));

        List<ReceivedRequest> calls = provider.requests();
        assertThat(calls.get(1).method() + calls.get(1).target()).isEqualTo("POST/v23.0/g1");
        assertThat(calls.get(1).text()).contains("Voyage");
        assertThat(calls.get(2).method() + calls.get(2).target()).isEqualTo("DELETE/v23.0/g1");
    }

    @Test
    void aGroupThatTheProviderNeverCreatedIsNotDeletedThere() {
        Group group =
                created(gateway.drafts.group(gateway.instances.cloud(provider.url("")), "Trip"));

        change(group, new DeleteGroup(TestGateway.WORKSPACE));

        assertThat(provider.requests()).hasSize(1);
    }

    @Test
    void peopleJoinAndLeaveByThemselves() {
        Group group = created(gateway.drafts.group(instance, "Trip"));
        String id = String.valueOf(group.providerId());

        gateway.call(
                instance,
                news(
                        "{'type':'group_participants_add','group_id':'%s','added_participants':[{'wa_id':'12025550132'},{'user_id':'US.1'},{'input':'+12025550133'},{}]}"
                                .formatted(id)));
        assertThat(now(group).participants())
                .hasSize(3)
                .extracting(Participant::state)
                .containsOnly(ParticipantState.MEMBER);
        gateway.call(
                instance,
                news(
                        "{'type':'group_participants_remove','group_id':'%s','removed_participants':[{'wa_id':'12025550132'}]}"
                                .formatted(id)));

        assertThat(now(group).participants()).hasSize(2);
    }

    @Test
    void aGroupThatTheProviderDeletesIsDeleted() {
        Group group = created(gateway.drafts.group(instance, "Trip"));

        gateway.call(
                instance,
                news("{'type':'group_delete','group_id':'%s'}".formatted(group.providerId())));

        assertThat(gateway.all(Group.class)).isEmpty();
    }

    @Test
    void newsOfAnUnknownGroupChangesNothing() {
        Group group = created(gateway.drafts.group(instance, "Trip"));

        gateway.call(instance, news("{'type':'group_delete','group_id':'other'}"));
        gateway.call(instance, news("{'type':'group_create'}"));

        assertThat(now(group)).isEqualTo(group);
    }

    @Test
    void aMessageToAGroupIsReadAndOneFromItNamesIt() {
        Group group = created(gateway.drafts.group(instance, "Trip"));
        ObjectNode content = (ObjectNode) Calls.json("{'text':{'body':'Hi'}}");
        content.putObject("to").put("group_id", group.id()).put("provider_id", group.providerId());
        Message message = gateway.drafts.outbound(instance, null, "text", content);
        gateway.send(message);
        gateway.later(SECOND);

        gateway.call(
                instance,
                Calls.with(
                        "messages",
                        "messages",
                        Calls.text("wamid.1", "12025550132", "Hello")
                                .put("group_id", group.providerId())));

        assertThat(gateway.message(message.id()).status().label()).isEqualTo("read");
        JsonNode received = gateway.content(gateway.received().getFirst());
        assertThat(received.at("/group/id").asString()).isEqualTo(group.id());
    }

    private static JsonNode news(String group) {
        return Calls.with("groups", "groups", Calls.json(group));
    }
}
