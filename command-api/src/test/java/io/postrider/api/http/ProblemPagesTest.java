package io.postrider.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.contract.ProblemCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ProblemPagesTest {

    /** Where in the sources a problem is made. */
    private static final Pattern MAKING =
            Pattern.compile(
                    "(Problem\\s*\\.\\s*(?:of|unavailable|badParameter)|Rejection\\.(?:of|conflict|exists)"
                            + "|new Unavailable|refusals\\.unavailable|badRequest|refused|gone"
                            + "|answers\\.problem)\\(");

    private static final Pattern CODE = Pattern.compile("\"([a-z]+(?:_[a-z]+)*)\"");
    private static final Pattern CONSTANT = Pattern.compile("String [A-Z_]+ = \"([a-z_]+)\"");

    private final TestApi api = new TestApi();

    @BeforeAll
    void hasCodes() {
        assertThat(ProblemCode.all()).hasSizeGreaterThan(50);
    }

    @AfterAll
    void close() {
        api.close();
    }

    @Test
    void theTypeOfAProblemLeadsToAPageAboutIt() {
        Response problem = api.anonymous().get("/api/v1/me");
        String path = problem.member("type").substring(TestApi.BASE_URL.length());

        Response page = api.anonymous().with("Accept", "text/html,*/*;q=0.8").get(path);

        assertThat(page.status()).isEqualTo(200);
        assertThat(page.header("Content-Type")).isEqualTo("text/html;charset=UTF-8");
        assertThat(page.text()).contains("<h1>Missing or invalid API key</h1>", "401", "Bearer");
        Response json = api.anonymous().get(path);
        assertThat(json.member("type")).isEqualTo(problem.member("type"));
        assertThat(json.member("title")).isEqualTo(problem.member("title"));
        assertThat(json.body().path("statuses").path(0).asInt(0)).isEqualTo(401);
    }

    @Test
    void everyCodeHasAPageAndAPlaceInTheList() {
        List<String> listed =
                api.anonymous().get("/errors").body().path("data").values().stream()
                        .map(code -> code.path("code").asString(""))
                        .toList();

        assertThat(listed).isSorted().doesNotHaveDuplicates();
        for (String code : listed) {
            assertThat(api.anonymous().get("/errors/" + code).status()).as(code).isEqualTo(200);
        }
        assertThat(api.anonymous().with("Accept", "text/html").get("/errors").text())
                .contains("<a href=\"/errors/slug_taken\">slug_taken</a> (409)");
    }

    @Test
    void aCodeThatIsNoneHasNoPage() {
        assertThat(api.anonymous().get("/errors/nonsense").code()).isEqualTo("not_found");
    }

    /** Codes are made where they are needed; here it comes out if one of them has no page. */
    @Test
    void everyCodeInTheSourcesHasAPage() throws IOException {
        Set<String> made = new TreeSet<>();
        for (Path source : sources()) {
            String text = Files.readString(source);
            Matcher making = MAKING.matcher(text);
            while (making.find()) {
                boolean ofParameter = making.group(1).endsWith("badParameter");
                String arguments = arguments(text, making.end(), ofParameter);
                collect(
                        making.group(1).endsWith("exists")
                                ? arguments.replaceFirst("\"([a-z]+)\"", "\"$1_exists\"")
                                : arguments,
                        made);
            }
            if (source.endsWith("CommandResult.java")) {
                CONSTANT.matcher(text).results().forEach(found -> made.add(found.group(1)));
            }
        }

        assertThat(made).contains("slug_taken", "link_expired", "log_unavailable", "key_in_url");
        assertThat(made.stream().filter(code -> ProblemCode.of(code).isEmpty())).isEmpty();
    }

    /** Those of all modules; the codes of egress are of fields and not of problems. */
    private static List<Path> sources() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of(".."))) {
            return files.filter(file -> file.toString().matches("../[a-z-]+/src/main/.*[.]java"))
                    .filter(file -> !file.toString().contains("/egress/"))
                    .toList();
        }
    }

    private static void collect(String arguments, Set<String> codes) {
        CODE.matcher(arguments).results().forEach(found -> codes.add(found.group(1)));
    }

    /** The text of a call's own arguments, without what is within further parentheses. */
    private static String arguments(String text, int start, boolean withoutFirst) {
        StringBuilder own = new StringBuilder();
        int depth = 1;
        int commas = 0;
        for (int i = start; i < text.length() && depth > 0; i++) {
            char c = text.charAt(i);
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            commas += c == ',' && depth == 1 ? 1 : 0;
            if (depth == 1 && !(withoutFirst && commas == 0)) {
                own.append(c);
            }
        }
        return own.toString();
    }
}
