package io.postrider.systemtests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

/**
 * Messaging from end to end: the API's messages reach the gateway through Kafka, and the API returns the gateway's results. The
 * gateway's own tests cover numbers, templates and groups of the sandbox.
 */
@ExtendWith(SharedPostrider.class)
class MessagingTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String ANA = "+12025550130";

    /** One pixel. */
    private static final String PNG =
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

    @Test
    void receivedMessagesAndReceiptsAreInTheApi(Workspace node) throws Exception {
        Sandbox sandbox = Sandbox.connected(node);
        contactsFollowFromMessages(node, sandbox.id());
        aGroupIsCreatedWithItsParticipant(node, sandbox.id());
        filesAreSentAndFetched(node, sandbox.id());
        fiftyRequestsWithOneKeyAreOneMessage(node, sandbox.id());
        waitingMessagesAreExplained(node, sandbox);
        theClockIsAdvanced(node, sandbox);
    }

    private static void contactsFollowFromMessages(HttpNode node, String instance)
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

    /** Subject and participants are sealed by the edge and opened by the gateway. */
    private static void aGroupIsCreatedWithItsParticipant(HttpNode node, String instance)
            throws Exception {
        String id =
                made(
                        node,
                        "/api/v1/groups",
                        "{'instance_id':'%s','subject':'Trip','participants':['+12025550132']}"
                                .formatted(instance));
        JsonNode group =
                await().atMost(PATIENCE)
                        .until(
                                () -> node.getJson("/api/v1/groups/" + id),
                                found ->
                                        found.at("/participants/0/state")
                                                .asString("")
                                                .equals("member"));
        assertThat(group.path("state").asString()).isEqualTo("active");
        assertThat(group.path("invite_link").asString("")).startsWith("https://");
        String contact = group.at("/participants/0/contact_id").asString();
        assertThat(node.getJson("/api/v1/contacts/" + contact).at("/addresses/0/value").asString())
                .isEqualTo("+12025550132");
    }

    /** The recipient is another instance of the sandbox. */
    private static void filesAreSentAndFetched(HttpNode node, String instance) throws Exception {
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
        JsonNode fetched =
                await().atMost(PATIENCE)
                        .until(
                                () -> node.getJson(media),
                                found -> found.path("state").asString("").equals("stored"));
        assertThat(fetched.path("mime_type").asString()).isEqualTo("image/png");
        assertThat(fetched.path("sha256"))
                .isEqualTo(node.getJson("/api/v1/media/" + png).path("sha256"));
        assertThat(fetched.path("message_id")).isEqualTo(received.path("id"));
        assertThat(node.get(media + "/content").statusCode()).isEqualTo(200);
    }

    /** The number answers each message once. */
    private static void fiftyRequestsWithOneKeyAreOneMessage(HttpNode node, String instance)
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
                HttpResponse<String> response = each.get(1, TimeUnit.MINUTES);
                // A request may be told to retry while the first one is in flight.
                assertThat(response.statusCode()).as(response.body()).isIn(202, 409, 429);
                if (response.statusCode() == 202) {
                    ids.add(HttpNode.json(response).path("id").asString());
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

    private static void waitingMessagesAreExplained(HttpNode node, Sandbox sandbox)
            throws Exception {
        String busy = sandbox.text("+12025550153");
        JsonNode waiting =
                await().atMost(PATIENCE)
                        .until(
                                () -> explained(node, busy),
                                found ->
                                        found.at("/attempts/0/outcome")
                                                .asString("")
                                                .equals("retry"));
        assertThat(waiting.path("reason").asString()).isEqualTo("queued");
        assertThat(waiting.at("/attempts/0/status_code").asInt()).isEqualTo(503);
        assertThat(waiting.path("next_attempt_at"))
                .isEqualTo(waiting.at("/attempts/0/next_attempt_at"));
        for (String[] expected :
                new String[][] {
                    {"00", "provider_has_it"}, {"55", "outcome_unknown"}, {"58", "368"}
                }) {
            String id = sandbox.text("+120255501" + expected[0]);
            await().atMost(PATIENCE)
                    .until(() -> explained(node, id).path("reason").asString().equals(expected[1]));
        }
    }

    private static JsonNode explained(HttpNode node, String id) throws Exception {
        return node.getJson("/api/v1/messages/" + id + "/explain");
    }

    /** Receipts that are due arrive, and windows close. The number answers each message. */
    private static void theClockIsAdvanced(HttpNode node, Sandbox sandbox) throws Exception {
        String late = sandbox.text("+12025550160");
        await().atMost(PATIENCE).until(() -> status(node, late).equals("sent"));
        HttpResponse<String> checked = sandbox.send("?dry_run=true", "+12025550120", "text");
        assertThat(checked.statusCode()).as(checked.body()).isEqualTo(200);
        assertThat(HttpNode.json(checked).at("/window/open").asBoolean()).isTrue();

        sandbox.advance(Duration.ofHours(25));

        await().atMost(PATIENCE).until(() -> status(node, late).equals("delivered"));
        HttpResponse<String> refused = sandbox.send("", "+12025550120", "text");
        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(422);
        assertThat(refused.body()).contains("window_closed");
        assertThat(sandbox.send("?dry_run=true", "+12025550120", "text").statusCode())
                .isEqualTo(422);
        assertThat(sandbox.send("", "+12025550120", "template").statusCode()).isEqualTo(202);
        assertThat(sandbox.send("", "+12025550101", "text").statusCode()).isEqualTo(202);
        String received =
                messages(node, "direction=inbound&status=received").at("/0/id").asString();
        HttpResponse<String> read =
                node.post("/api/v1/messages/" + received + "/read", "{\"typing\":true}");
        assertThat(read.statusCode()).as(read.body()).isEqualTo(200);
        assertThat(HttpNode.json(read).path("status").asString()).isEqualTo("read");
    }

    private static String status(HttpNode node, String message) throws Exception {
        return node.getJson("/api/v1/messages/" + message).path("status").asString();
    }

    private static void receive(HttpNode node, String instance, String text) throws Exception {
        HttpResponse<String> taken =
                node.post(
                        "/api/v1/sandbox/inbound",
                        json(
                                "{'instance_id':'%s','from':{'phone':'%s','name':'Ana'},'type':'text','text':{'body':'%s'}}"
                                        .formatted(instance, ANA, text)));
        assertThat(taken.statusCode()).as(taken.body()).isEqualTo(202);
    }

    /** The contact of Ana, once a member of it has a value. */
    private static JsonNode contact(HttpNode node, String member, String value) {
        return await().atMost(PATIENCE)
                .until(
                        () ->
                                node.getJson("/api/v1/contacts?address=" + ANA.replace("+", "%2B"))
                                        .path("data")
                                        .path(0),
                        found -> found.path(member).asString("").equals(value));
    }

    private static JsonNode messages(HttpNode node, String filter) throws Exception {
        return node.getJson("/api/v1/messages?" + filter).path("data");
    }

    private static String message(String instance, String phone) {
        return "{'instance_id':'%s','to':{'phone':'%s'},'type':'text','text':{'body':'Hi'}}"
                .formatted(instance, phone);
    }

    private static String made(HttpNode node, String path, String body) throws Exception {
        return Sandbox.made(node.post(path, json(body)));
    }

    private static String json(String quoted) {
        return quoted.replace('\'', '"');
    }
}
