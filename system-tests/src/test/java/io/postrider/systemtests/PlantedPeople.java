package io.postrider.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import com.eatthepath.otp.TimeBasedOneTimePasswordGenerator;
import java.net.http.HttpResponse;
import java.security.InvalidKeyException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import javax.crypto.spec.SecretKeySpec;
import org.apache.commons.codec.binary.Base32;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Users with every kind of secret that users have: invitations, passwords, sessions, second factors. */
final class PlantedPeople {

    private static final int WITH_SECOND_FACTOR = 5;
    private static final String SECOND_FACTOR = "/api/v1/user/second-factor";
    private static final JsonMapper JSON = new JsonMapper();

    private final PostriderProcess postrider;
    private final List<String> secrets = new ArrayList<>();

    PlantedPeople(PostriderProcess postrider) {
        this.postrider = postrider;
    }

    /** Invites users and lets them join; returns their secrets. */
    List<String> join(int people) throws Exception {
        String workspace = postrider.getJson("/api/v1/me").at("/workspace/id").asString();
        for (int i = 0; i < people; i++) {
            String email = "p" + i + "@example.com";
            String password = "pw-" + UUID.randomUUID();
            join(workspace, email, password);
            if (i < WITH_SECOND_FACTOR) {
                setUpSecondFactor(email, password);
            }
        }
        return List.copyOf(secrets);
    }

    private void join(String workspace, String email, String password) throws Exception {
        HttpResponse<String> invited =
                postrider.post(
                        "/api/v1/workspaces/" + workspace + "/invitations",
                        body("email", email, "role", "viewer"));
        assertThat(invited.statusCode()).as(invited.body()).isEqualTo(201);
        String token = PostriderProcess.json(invited).path("token").asString();
        HttpResponse<String> joined =
                postrider.write(
                        "POST",
                        "/api/v1/invitations/join",
                        body("token", token, "name", "P", "password", password),
                        "Sec-Fetch-Site",
                        "same-origin");
        assertThat(joined.statusCode()).as(joined.body()).isEqualTo(200);
        secrets.add(token.substring(token.lastIndexOf('_') + 1));
        secrets.add(password);
        secrets.add(cookie(joined));
        secrets.add(PostriderProcess.json(joined).path("csrf_token").asString());
    }

    private static String cookie(HttpResponse<String> response) {
        String header = response.headers().firstValue("Set-Cookie").orElseThrow();
        return header.substring(header.indexOf('=') + 1, header.indexOf(';'));
    }

    /** Signs in with a recovery code, and fails to with the same one. */
    private void setUpSecondFactor(String email, String password) throws Exception {
        OwnersBrowser browser = postrider.signIn(email, password);
        JsonNode setup =
                ok(browser.send("POST", SECOND_FACTOR + "/setup", body("password", password)));
        String seed = setup.path("secret").asString();
        JsonNode confirmed =
                ok(
                        browser.send(
                                "POST",
                                SECOND_FACTOR + "/confirm",
                                body("setup", setup.path("setup").asString(), "code", code(seed))));
        secrets.add(seed);
        List<String> recovery =
                confirmed.path("recovery_codes").valueStream().map(JsonNode::asString).toList();
        assertThat(recovery).hasSize(10);
        for (String each : recovery) {
            secrets.add(each);
            secrets.add(each.replace("-", ""));
        }
        String again = body("email", email, "password", password, "code", recovery.getFirst());
        secrets.add(cookie(browser.send("POST", "/api/v1/session", again)));
        assertThat(browser.send("POST", "/api/v1/session", again).statusCode()).isEqualTo(401);
    }

    private static String code(String seed) throws InvalidKeyException {
        return new TimeBasedOneTimePasswordGenerator()
                .generateOneTimePasswordString(
                        new SecretKeySpec(new Base32().decode(seed), "RAW"), Instant.now());
    }

    private static JsonNode ok(HttpResponse<String> response) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return PostriderProcess.json(response);
    }

    private static String body(String... members) {
        ObjectNode body = JSON.createObjectNode();
        for (int i = 0; i < members.length; i += 2) {
            body.put(members[i], members[i + 1]);
        }
        return body.toString();
    }
}
