package io.postrider.api.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.TestApi;
import io.postrider.contract.Contract;
import io.postrider.contract.reference.ReferenceFiles;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.http.HttpHeaders;
import org.springframework.test.web.reactive.server.WebTestClient;

/** How the reference is handed out. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReferenceRoutesTest {

    private TestApi api;
    private WebTestClient reader;

    @BeforeAll
    void start() {
        api = new TestApi();
        reader =
                WebTestClient.bindToRouterFunction(
                                new ReferenceRoutes(api.bean(Contract.class)).routes())
                        .build();
    }

    @AfterAll
    void stop() {
        api.close();
    }

    @Test
    void theContentsAreTextAndWhatTheyLeadToIsMarkdown() {
        ReferenceFiles files = ReferenceFiles.of(api.bean(Contract.class).document());

        assertThat(files.paths()).hasSizeGreaterThan(100);
        for (String path : files.paths()) {
            String type = path.endsWith(".md") ? "text/markdown" : "text/plain";
            assertThat(read(path, type + ";charset=UTF-8")).isEqualTo(files.at(path).orElseThrow());
        }
    }

    @Test
    void whatIsNotThereIsNotThere() {
        for (String path :
                List.of(
                        "/user/api/reference/keys/none.md",
                        "/user/api/reference/links/createKey.md",
                        "/user/api/reference/none.md")) {
            reader.get().uri(path).exchange().expectStatus().isNotFound();
        }
    }

    private String read(String path, String type) {
        String text =
                reader.get()
                        .uri(path)
                        .exchange()
                        .expectStatus()
                        .isOk()
                        .expectHeader()
                        .valueEquals(HttpHeaders.CONTENT_TYPE, type)
                        .expectBody(String.class)
                        .returnResult()
                        .getResponseBody();
        assertThat(text).isNotNull();
        return text == null ? "" : text;
    }
}
