package io.postrider.api.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.contract.AsyncApi;
import io.postrider.contract.Contract;
import io.postrider.contract.EventCatalogue;
import io.postrider.contract.Yaml;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.yaml.snakeyaml.LoaderOptions;

/** How the contract is handed out. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ContractRoutesTest {

    private static final String JSON = "/api/v1/openapi.json";
    private static final String YAML = "/api/v1/openapi.yaml";

    private TestApi api;

    @BeforeAll
    void start() {
        api = new TestApi();
    }

    @AfterAll
    void stop() {
        api.close();
    }

    @Test
    void theContractIsOneDocumentForEverybody() {
        Response told = api.anonymous().get(JSON);

        assertThat(told.status()).isEqualTo(200);
        assertThat(told.header("Content-Type")).isEqualTo("application/json");
        assertThat(told.member("openapi")).isEqualTo("3.1.0");
        assertThat(told.body().at("/servers/0/url").asString("")).isEqualTo(TestApi.BASE_URL);
        assertThat(told.text())
                .doesNotContain(".yaml#", "x-postrider-problems", "x-postrider-surfaces");
    }

    @Test
    void yamlAndJsonAreEqual() {
        Response told = api.anonymous().get(YAML);

        assertThat(told.header("Content-Type")).isEqualTo("application/yaml");
        assertThat(Yaml.mapper().readTree(told.text())).isEqualTo(api.anonymous().get(JSON).body());
    }

    @Test
    void theTopicsAndWebhooksAreADocumentOfTheirOwn() {
        Response told = api.anonymous().get("/api/v1/asyncapi.json");
        AsyncApi written = new AsyncApi(TestApi.BASE_URL, api.bean(EventCatalogue.class));

        assertThat(told.status()).isEqualTo(200);
        assertThat(told.text()).isEqualTo(written.document().toString());
    }

    @Test
    void theBuiltDocumentIsTheOneOfThisAddress() {
        Contract written = new Contract(TestApi.BASE_URL, api.bean(EventCatalogue.class));

        assertThat(api.anonymous().get(JSON).text()).isEqualTo(written.document().toString());
    }

    /** SnakeYAML reads YAML 1.1, to which {@code no} is false, a time is a date and 200 a number. */
    @Test
    void olderReadersOfYamlReadTheSame() {
        LoaderOptions options = new LoaderOptions();
        options.setCodePointLimit(16 << 20);
        Object read = new org.yaml.snakeyaml.Yaml(options).load(api.anonymous().get(YAML).text());

        assertThat(Yaml.mapper().valueToTree(read).toString())
                .isEqualTo(api.anonymous().get(JSON).text());
    }

    @ParameterizedTest
    @CsvSource({JSON, YAML})
    void aMatchingTagGetsNotModified(String path) {
        Response told = api.anonymous().get(path);

        Response again = api.anonymous().with("If-None-Match", told.header("ETag")).get(path);

        assertThat(again.status()).isEqualTo(304);
        assertThat(again.text()).isEmpty();
        assertThat(again.header("ETag")).isEqualTo(told.header("ETag"));
        assertThat(again.header("Cache-Control")).isEqualTo("no-cache");
        assertThat(api.anonymous().with("If-None-Match", "\"other\"").get(path).status())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({JSON + ", application/yaml", YAML + ", application/json"})
    void theOtherFormIsAtTheOtherAddress(String path, String accepted) {
        assertThat(api.anonymous().with("Accept", accepted).get(path).code())
                .isEqualTo("not_acceptable");
    }
}
