package io.postrider.api;
import org.junit.jupiter.api.Test;
class SmokeTest {
    @Test
    void works() {
        try (TestApi api = new TestApi()) {
            var client = api.clientWith();
            for (String path : new String[]{"/api/v1/me","/api/v1/links","/api/v1/event-types","/livez","/readyz","/schemas/ids/100000009","/subjects","/nope","/api/v1/nope"}) {
                var r = client.get().uri(path).exchange().expectBody(String.class).returnResult();
                String b = String.valueOf(r.getResponseBody());
                System.out.println(path + " " + r.getStatus() + " " + r.getResponseHeaders() + "\n   " + b.substring(0, Math.min(300, b.length())));
            }
            var r = client.post().uri("/api/v1/links").header("Content-Type","application/json").bodyValue("{\"url\":\"https://example.com/x\"}".getBytes()).exchange().expectBody(String.class).returnResult();
            System.out.println(r.getStatus() + " " + r.getResponseHeaders() + " " + r.getResponseBody());
        }
    }
}
