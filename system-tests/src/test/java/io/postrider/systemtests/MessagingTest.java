package io.postrider.systemtests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Messaging in the sandbox, over HTTP and Kafka: contacts that follow from messages, opt-outs, templates. */
class MessagingTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String ANA = "+12025550130";

    /** One pixel. */
    private static final String PNG =
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

    @TempDir private Path folder;

    @Test
    void whatPeopleAndTheProviderSayChangesContactsMessagesAndTemplates() throws Exception {
        try (PostriderProcess node = PostriderProcess.startQuick(folder, Map.of())) {
            String instance = Sandbox.connected(node).id();
            contactsFollowFromMessages(node, instance);
            templatesAreReviewed(node, instance);
            groupsAreCreatedByTheProvider(node, instance);
            filesAreSentAndFetched(node, instance);
            fiftyRequestsWithOneKeyAreOneMessage(node, instance);
            aCallThatWasUnderWayIsNotMadeAgain(node, instance);
        }
    }

    private static void contactsFollowFromMessages(PostriderProcess node, String instance)
            throws Exception {
        receive(node, instance, "Where is my order?");
        JsonNode ana = contact(node, "opted_out", "false");
        assertThat(ana.path("name").asString()).isEqualTo("Ana");
        String id = ana.path("id").asString();
        await().atMost(PATIENCE)
                .until(() -> messages(node, "direction=inbound&contact_id=" + id).size() == 1);

        String scheduled =
                made(
                        node,
                        "/api/v1/messages",
                        message(instance, ANA)
                                .replace(
                                        "'type'",
                                        "'schedule_at':'"
                                                + Instant.now().plusSeconds(5)
                                                + "','type'"));
        receive(node, instance, "Stop");
        assertThat(contact(node, "opted_out", "true").path("opt_out_source").asString())
                .isEqualTo("keyword");
        HttpResponse<String> refused = node.post("/api/v1/messages", json(message(instance, ANA)));
        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(422);
        assertThat(refused.body()).contains("recipient_opted_out");
        await().atMost(PATIENCE)
                .until(() ->
                        node.getJson("/api/v1/messages/" + scheduled)
                                .at("/error/code")
                                .asString("")
                                .equals("recipient_opted_out"));

        receive(node, instance, "START");
        contact(node, "opted_out", "false");
        await().atMost(PATIENCE)
                .until(() ->
                        node.getJson("/api/v1/events?types=contact.*").path("data").size() == 3);

        made(node, "/api/v1/messages", message(instance, "+12025550101"));
        await().atMost(PATIENCE)
                .until(() ->
                        node.getJson("/api/v1/contacts?q=12025550101").path("data").size() == 1);
    }

    private static void templatesAreReviewed(PostriderProcess node, String instance)
            throws Exception {
        for (String[] expected :
                new String[][] {{"order_ready", "approved"}, {"reject_me", "rejected"}}) {
            String id =
                    made(
                            node,
                            "/api/v1/templates",
                            "{'instance_id':'%s','name':'%s','language':'en_US','category':'utility','components':[{'type':'BODY','text':'Hello'}]}"
                                    .formatted(instance, expected[0]));
            await().atMost(PATIENCE)
                    .until(() ->
                            node.getJson("/api/v1/templates/" + id)
                                    .path("status")
                                    .asString()
                                    .equals(expected[1]));
            assertThat(node.getJson("/api/v1/templates/" + id).path("provider_id").asString(""))
                    .isNotEmpty();
        }
    }

    private static void groupsAreCreatedByTheProvider(PostriderProcess node, String instance)
            throws Exception {
        String id =
                made(
                        node,
                        "/api/v1/groups",
                        "{'instance_id':'%s','subject':'Trip','participants':['+12025550132']}"
                                .formatted(instance));
        JsonNode group =
                group(
                        node,
                        id,
                        found -> found.at("/participants/0/state").asString("").equals("member"));
        assertThat(group.path("state").asString()).isEqualTo("active");
        assertThat(group.path("invite_link").asString("")).startsWith("https://");
        String contact = group.at("/participants/0/contact_id").asString();
        assertThat(node.getJson("/api/v1/contacts/" + contact).at("/addresses/0/value").asString())
                .isEqualTo("+12025550132");

        String message =
                made(
                        node,
                        "/api/v1/messages",
                        "{'instance_id':'%s','to':{'group_id':'%s'},'type':'text','text':{'body':'Hi'}}"
                                .formatted(instance, id));
        await().atMost(PATIENCE)
                .until(() ->
                        node.getJson("/api/v1/messages/" + message)
                                .path("status")
                                .asString()
                                .equals("read"));
        HttpResponse<String> removed =
                node.write(
                        "DELETE",
                        "/api/v1/groups/" + id + "/participants",
                        json("{'participants':['" + contact + "']}"));
        assertThat(removed.statusCode()).as(removed.body()).isEqualTo(200);
        group(node, id, found -> found.path("participants").isEmpty());

        String failed =
                made(
                        node,
                        "/api/v1/groups",
                        "{'instance_id':'%s','subject':'fail'}".formatted(instance));
        assertThat(
                        group(
                                        node,
                                        failed,
                                        found -> found.path("state").asString().equals("failed"))
                                .path("reason")
                                .asString())
                .contains("limit");
    }

    /** The recipient is another instance of the sandbox. */
    private static void filesAreSentAndFetched(PostriderProcess node, String instance)
            throws Exception {
        String other = Sandbox.connected(node).id();
        String number =
                node.getJson("/api/v1/instances/" + other).at("/config/phone_number").asString();
        String png =
                made(node, "/api/v1/media", "{'filename':'a.png','content':'%s'}".formatted(PNG));
        made(
                node,
                "/api/v1/messages",
                "{'instance_id':'%s','to':{'phone':'%s'},'type':'image','image':{'id':'%s','caption':'Look'}}"
                        .formatted(instance, number, png));

        JsonNode received =
                await().atMost(PATIENCE)
                        .until(
                                () ->
                                        messages(node, "direction=inbound&instance_id=" + other)
                                                .path(0),
                                found -> found.has("image"));
        assertThat(received.at("/image/caption").asString()).isEqualTo("Look");
        String media = "/api/v1/media/" + received.at("/image/media_id").asString();
        await().atMost(PATIENCE).until(() -> node.get(media).statusCode() == 200);
        JsonNode fetched = node.getJson(media);
        assertThat(fetched.path("mime_type").asString()).isEqualTo("image/png");
        assertThat(fetched.path("sha256"))
                .isEqualTo(node.getJson("/api/v1/media/" + png).path("sha256"));
        assertThat(fetched.path("message_id")).isEqualTo(received.path("id"));
        assertThat(node.get(media + "/content").statusCode()).isEqualTo(200);
    }

    /** The number answers each message once. */
    private static void fiftyRequestsWithOneKeyAreOneMessage(PostriderProcess node, String instance)
            throws Exception {
        String body = json(message(instance, "+12025550120"));
        try (ExecutorService senders = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<HttpResponse<String>>> sent = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                sent.add(
                        senders.submit(() ->
                                node.write(
                                        "POST",
                                        "/api/v1/messages",
                                        body,
                                        "Idempotency-Key",
                                        "fifty-times")));
            }
            Set<String> ids = new TreeSet<>();
            for (Future<HttpResponse<String>> each : sent) {
                HttpResponse<String> response = each.get();
                // A request may be told to come again while the first one is under way.
                assertThat(response.statusCode()).as(response.body()).isIn(202, 409, 429);
                if (response.statusCode() == 202) {
                    ids.add(PostriderProcess.json(response).path("id").asString());
                }
            }
            assertThat(ids).hasSize(1);
            String contact =
                    node.getJson("/api/v1/messages/" + ids.iterator().next())
                            .path("contact_id")
                            .asString();
            String of = "instance_id=" + instance + "&contact_id=" + contact;
            await().atMost(PATIENCE)
                    .until(() -> !messages(node, of + "&direction=inbound").isEmpty());
            made(node, "/api/v1/messages", message(instance, "+12025550120"));
            await().atMost(PATIENCE)
                    .until(() -> messages(node, of + "&direction=inbound").size() == 2);
            assertThat(messages(node, of + "&direction=outbound")).hasSize(2);
        }
    }

    /** The number takes a message and does not answer the call. */
    private static void aCallThatWasUnderWayIsNotMadeAgain(PostriderProcess node, String instance)
            throws Exception {
        String path =
                "/api/v1/messages/"
                        + made(node, "/api/v1/messages", message(instance, "+12025550154"));
        JsonNode sent =
                await().atMost(PATIENCE)
                        .until(() -> node.getJson(path), found -> has(found, "read"));
        node.killNine();
        node.startAgain();

        JsonNode after =
                await().atMost(PATIENCE)
                        .until(() -> node.getJson(path), found -> has(found, "outcome_unknown"));
        assertThat(after.path("status").asString()).isEqualTo("read");
        assertThat(after.path("provider_id")).isEqualTo(sent.path("provider_id"));
        String next = made(node, "/api/v1/messages", message(instance, "+12025550101"));
        await().atMost(PATIENCE)
                .until(() -> has(node.getJson("/api/v1/messages/" + next), "delivered"));
    }

    private static boolean has(JsonNode message, String status) {
        return message.path("receipts")
                .valueStream()
                .anyMatch(receipt -> receipt.path("status").asString("").equals(status));
    }

    private static JsonNode group(PostriderProcess node, String id, Predicate<JsonNode> wanted) {
        return await().atMost(PATIENCE).until(() -> node.getJson("/api/v1/groups/" + id), wanted);
    }

    private static void receive(PostriderProcess node, String instance, String text)
            throws Exception {
        HttpResponse<String> taken =
                node.post(
                        "/api/v1/sandbox/inbound",
                        json(
                                "{'instance_id':'%s','from':{'phone':'%s','name':'Ana'},'type':'text','text':{'body':'%s'}}"
                                        .formatted(instance, ANA, text)));
        assertThat(taken.statusCode()).as(taken.body()).isEqualTo(202);
    }

    /** The contact of Ana, once a member of it has a value. */
    private static JsonNode contact(PostriderProcess node, String member, String value) {
        return await().atMost(PATIENCE)
                .until(
                        () ->
                                node.getJson("/api/v1/contacts?address=" + ANA.replace("+", "%2B"))
                                        .path("data")
                                        .path(0),
                        found -> found.path(member).asString("").equals(value));
    }

    private static JsonNode messages(PostriderProcess node, String filter) throws Exception {
        return node.getJson("/api/v1/messages?" + filter).path("data");
    }

    private static String message(String instance, String phone) {
        return "{'instance_id':'%s','to':{'phone':'%s'},'type':'text','text':{'body':'Hi'}}"
                .formatted(instance, phone);
    }

    private static String made(PostriderProcess node, String path, String body) throws Exception {
        return Sandbox.made(node.post(path, json(body)));
    }

    private static String json(String quoted) {
        return quoted.replace('\'', '"');
    }
}
