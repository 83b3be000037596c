package io.postrider.api.events;

import io.postrider.domain.keys.ApiKey;
import io.postrider.domain.links.Link;
import io.postrider.domain.models.Model;
import io.postrider.domain.models.ModelConnection;
import io.postrider.domain.webhooks.WebhookEndpoint;
import io.postrider.domain.workspaces.Workspace;
import io.postrider.schemas.Click;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** What the examples of the catalogue are about. */
final class Examples {

    static final Instant AT = Instant.parse("2026-11-02T09:30:00.125Z");
    static final String WORKSPACE_ID = "ws_01kb3q8z1vf0t9h2x7c5n4m6ra";
    static final String KEY_ID = "key_01kb3q8z2bf6srz0c9y1w5d3tq";

    static final String USER_ID = "usr_01kb3q8z1ge9a8n7p6q5r4s3t2";
    static final String INVITATION_ID = "inv_01kb3q8z1ge9a8n7p6q5r4s3t3";

    static final Workspace WORKSPACE = Workspace.opened(WORKSPACE_ID, "default", USER_ID, AT);

    static final Link LINK =
            new Link(
                    "lnk_01kb3q9a4yfz7v1m0k2j8h6g5d",
                    WORKSPACE_ID,
                    "go.example.com",
                    "spring",
                    "https://www.example.com/sale",
                    "Spring sale",
                    List.of("mail"),
                    AT,
                    AT.plusSeconds(86_400),
                    "https://www.example.com/",
                    1_000L,
                    12,
                    302,
                    true,
                    "campaign-7",
                    Map.of("team", "growth"),
                    AT,
                    AT);

    static final ApiKey KEY =
            new ApiKey(
                    KEY_ID,
                    WORKSPACE_ID,
                    "7Qm2aX9LkT0b",
                    "ci",
                    "live",
                    List.of("links:read", "links:write"),
                    List.of(),
                    List.of("203.0.113.0/24"),
                    List.of(),
                    "",
                    1,
                    null,
                    600,
                    AT.plusSeconds(7_776_000),
                    AT.plusSeconds(60),
                    AT,
                    AT);

    static final WebhookEndpoint WEBHOOK =
            new WebhookEndpoint(
                    "whk_01kb3q9b6wf3s5r8t1v4x7z0c2",
                    WORKSPACE_ID,
                    "https://hooks.example.com/postrider",
                    "Everything about links",
                    List.of("link.*"),
                    true,
                    null,
                    List.of(),
                    Map.of("team", "growth"),
                    AT,
                    AT);

    static final ModelConnection CONNECTION =
            new ModelConnection(
                    "con_01kb3q9c1ya2b4d6f8h0k1m3n5",
                    WORKSPACE_ID,
                    "Own GPU",
                    ModelConnection.OPENAI_COMPATIBLE,
                    "https://models.example.com/v1",
                    Map.of("x-title", ""),
                    120,
                    "",
                    Map.of("team", "growth"),
                    AT,
                    AT);

    static final Model MODEL =
            new Model(
                    "support-reply",
                    WORKSPACE_ID,
                    CONNECTION.id(),
                    "llama-3.3-70b",
                    "Support reply",
                    new Model.ModelDefaults("Answer in two sentences.", 0.2, 300),
                    128_000,
                    Map.of("team", "growth"),
                    AT,
                    AT);

    static final Click CLICK =
            new Click(
                    "clk_01kb3q9c8xe1d3f5g7h9j2k4m6",
                    LINK.id(),
                    1,
                    LINK.domain(),
                    LINK.slug(),
                    LINK.url(),
                    AT,
                    302,
                    "GET",
                    "node-1",
                    0,
                    42,
                    "https://news.example.org/",
                    "de",
                    "mobile",
                    "Android",
                    "Chrome",
                    "human",
                    "none",
                    "9f8b2c1d",
                    "DE");

    private Examples() {}
}
