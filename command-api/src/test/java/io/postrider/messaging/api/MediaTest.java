package io.postrider.messaging.api;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpMethod;

class MediaTest {

    private static final String HEADER = "/template/components/0/parameters/0/image";

    private static final String MEDIA = "/api/v1/media";
    private static final String PNG = "\u0089PNG\r\n\u001a\n and so on";

    @AutoClose private final TestApi api = new TestApi();
    private final Caller caller = api.caller();
    private String instance = "";

    @BeforeEach
    void makeAnInstance() {
        instance =
                caller.post("/api/v1/instances", "{\"name\":\"A\",\"provider\":\"sandbox\"}")
                        .member("id");
    }

    @Test
    void aFileIsUploadedAsAFormOrAsJson() {
        Response form = upload(part("file", "a \"b\".png", "image/png", PNG));
        assertThat(form.status()).as(form.text()).isEqualTo(201);
        assertThat(form.member("mime_type")).isEqualTo("image/png");
        assertThat(form.body().path("size").asInt()).isEqualTo(PNG.length());

        Response json = json("text/plain", "Hello");
        assertThat(json.status()).as(json.text()).isEqualTo(201);
        String id = json.member("id");
        assertThat(caller.get(MEDIA + "/" + id).member("filename")).isEqualTo("a.txt");
        Response content = caller.get(MEDIA + "/" + id + "/content");
        assertThat(content.text()).isEqualTo("Hello");
        assertThat(content.headers().getFirst("Content-Type")).isEqualTo("text/plain");
        assertThat(content.headers().getFirst("Content-Disposition")).startsWith("attachment;");
        assertThat(caller.delete(MEDIA + "/" + id).status()).isEqualTo(204);
        assertThat(caller.get(MEDIA + "/" + id + "/content").status()).isEqualTo(404);
    }

    @Test
    void aPartOfAFileIsAnswered() {
        String content = MEDIA + "/" + json("text/plain", "Hello").member("id") + "/content";
        assertThat(caller.get(content).headers().getFirst("Accept-Ranges")).isEqualTo("bytes");

        Response part = caller.with("Range", "bytes=1-3").get(content);
        assertThat(part.status()).isEqualTo(206);
        assertThat(part.text()).isEqualTo("ell");
        assertThat(part.headers().getFirst("Content-Range")).isEqualTo("bytes 1-3/5");
        assertThat(caller.with("Range", "bytes=3-99").get(content).text()).isEqualTo("lo");
        assertThat(caller.with("Range", "bytes=-2").get(content).text()).isEqualTo("lo");

        Response behind = caller.with("Range", "bytes=5-").get(content);
        assertThat(behind.status()).isEqualTo(416);
        assertThat(behind.member("code")).isEqualTo("range_not_satisfiable");
        assertThat(behind.headers().getFirst("Content-Range")).isEqualTo("bytes */5");
        for (String whole : List.of("bytes=0-1,3-4", "bytes=3-1", "lines=1-2")) {
            assertThat(caller.with("Range", whole).get(content).text()).isEqualTo("Hello");
        }
        assertThat(caller.with("Range", "bytes=1-3").with("If-Range", "\"1\"").get(content).text())
                .isEqualTo("Hello");
    }

    @Test
    void headOfAFileTellsItsSize() {
        String content = MEDIA + "/" + json("text/plain", "Hello").member("id") + "/content";

        Response told = caller.send(HttpMethod.HEAD, content, null);
        assertThat(told.status()).isEqualTo(200);
        assertThat(told.headers().getContentLength()).isEqualTo(5);
        assertThat(told.text()).isEmpty();
    }

    @Test
    void missingFilesAreRejectedAtTheirField() {
        assertThat(upload(part("file", "a.png", "image/png", "no picture")).errors())
                .containsExactly("#/file media_type_mismatch");
        assertThat(upload(part("file", "a.txt", "text/plain", "")).errors())
                .containsExactly("#/file empty");
        assertThat(upload(part("other", "a.txt", "text/plain", "a")).errors())
                .containsExactly("#/file required");
        assertThat(upload("no form").status()).isEqualTo(400);
        assertThat(caller.post(MEDIA, "{\"content\":\"***\"}").errors())
                .containsExactly("#/content invalid_base64");
        assertThat(caller.post(MEDIA, "{}").errors()).containsExactly("#/content required");
    }

    @Test
    void aMessageNamesAFileOfItsType() {
        String png = upload(part("file", "a.png", "image/png", PNG)).member("id");
        String text = json("text/plain", "Hello").member("id");

        Response sent = send("image", png);
        assertThat(sent.status()).as(sent.text()).isEqualTo(202);
        assertThat(sent.body().at("/image/mime_type").asString()).isEqualTo("image/png");
        assertThat(send("document", text).status()).isEqualTo(202);
        assertThat(send("image", text).errors())
                .containsExactly("#/image/id media_type_unsupported");
        assertThat(send("image", "med_01kb3q9b6wf3s5r8t1v4x7z0c2").errors())
                .containsExactly("#/image/id unknown_media");
    }

    @Test
    void aHeaderNamesAFileOfItsType() {
        String png = upload(part("file", "a.png", "image/png", PNG)).member("id");
        String text = json("text/plain", "Hello").member("id");

        Response sent = template(png);
        assertThat(sent.status()).as(sent.text()).isEqualTo(202);
        assertThat(sent.body().at(HEADER + "/mime_type").asString()).isEqualTo("image/png");
        assertThat(template(text).errors())
                .containsExactly("#" + HEADER + "/id media_type_unsupported");
        assertThat(template("med_01kb3q9b6wf3s5r8t1v4x7z0c2").errors())
                .containsExactly("#" + HEADER + "/id unknown_media");
    }

    private Response template(String id) {
        return caller.post(
                "/api/v1/messages",
                "{\"instance_id\":\"%s\",\"to\":{\"phone\":\"+12025550100\"},\"type\":\"template\",\"template\":{\"name\":\"a\",\"language\":{\"code\":\"en\"},\"components\":[{\"type\":\"header\",\"parameters\":[{\"type\":\"image\",\"image\":{\"id\":\"%s\"}}]}]}}"
                        .formatted(instance, id));
    }

    private Response send(String type, String id) {
        return caller.post(
                "/api/v1/messages",
                "{\"instance_id\":\"%s\",\"to\":{\"phone\":\"+12025550100\"},\"type\":\"%s\",\"%s\":{\"id\":\"%s\"}}"
                        .formatted(instance, type, type, id));
    }

    private Response json(String type, String content) {
        String encoded = Base64.getEncoder().encodeToString(content.getBytes(ISO_8859_1));
        return caller.post(
                MEDIA,
                "{\"filename\":\"a.txt\",\"mime_type\":\"%s\",\"content\":\"%s\"}"
                        .formatted(type, encoded));
    }

    private Response upload(String form) {
        return caller.send(
                HttpMethod.POST,
                MEDIA,
                "multipart/form-data;boundary=x",
                form.getBytes(ISO_8859_1));
    }

    private static String part(String name, String filename, String type, String content) {
        return "--x\r\nContent-Disposition: form-data; name=\"%s\"; filename=\"%s\"\r\nContent-Type: %s\r\n\r\n%s\r\n--x--\r\n"
                .formatted(name, filename.replace("\"", "%22"), type, content);
    }
}
