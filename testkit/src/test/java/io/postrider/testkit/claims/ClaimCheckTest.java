package io.postrider.testkit.claims;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.assertj.core.api.AbstractAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The check finds each way in which a document and its tests can disagree. */
class ClaimCheckTest {

    private static final String HOLDS =
            """
            | id | links | proof, or reason |
            | --- | --- | --- |
            | `no-self` | no links to the service itself | `SampleTest` |
            | | block lists | come later |
            """;

    private static final String CLASSPATH =
            Stream.of(Verifies.class, Test.class, AbstractAssert.class)
                    .map(type -> type.getProtectionDomain().getCodeSource().getLocation().getPath())
                    .collect(Collectors.joining(File.pathSeparator));

    @TempDir Path folder;

    @Test
    void aClaimWhoseTestAssertsItHolds() throws IOException {
        assertThat(check(HOLDS, verifying("assertThat(1).isEqualTo(1);"))).isEmpty();
    }

    @Test
    void assertionsInLambdasAndHelpersOfTheClassCount() throws IOException {
        assertThat(check(HOLDS, verifying("java.util.List.of(1).forEach(i -> Helper.check());")))
                .isEmpty();
        assertThat(check(HOLDS, verifying("Runnable r = Helper::check; r.run();"))).isEmpty();
        assertThat(check(HOLDS, verifying("Assertions.assertEquals(1, 1);"))).isEmpty();
    }

    @Test
    void aClaimThatNoMethodOfANamedClassVerifies() throws IOException {
        assertThat(check(HOLDS, "@Test void a() { assertThat(1).isEqualTo(1); }"))
                .containsExactly("no method of SampleTest verifies 'no-self'");
    }

    @Test
    void aClassThatIsNotThereVerifiesNothing() throws IOException {
        String two = HOLDS.replace("`SampleTest`", "`SampleTest`, `GoneTest`");

        assertThat(check(two, verifying("Helper.check();")))
                .containsExactly("no method of GoneTest verifies 'no-self'");
    }

    @Test
    void aMethodThatIsNotATest() throws IOException {
        assertThat(check(HOLDS, verifying("Helper.check();").replace("@Test", "")))
                .containsExactly("SampleTest.a verifies a claim and is not a test");
    }

    @Test
    void aDisabledTest() throws IOException {
        assertThat(check(HOLDS, "@Disabled " + verifying("Helper.check();")))
                .containsExactly("SampleTest.a verifies a claim and is disabled");
    }

    @Test
    void aTestWithoutAnAssertion() throws IOException {
        assertThat(check(HOLDS, verifying("other();")))
                .containsExactly("SampleTest.a verifies a claim and asserts nothing");
    }

    @Test
    void anIdentifierThatIsNoClaim() throws IOException {
        String misspelt = verifying("Helper.check();").replace("no-self", "no-selves");

        assertThat(check(HOLDS, misspelt))
                .containsExactly(
                        "no method of SampleTest verifies 'no-self'",
                        "SampleTest.a verifies 'no-selves', which is no claim");
    }

    @Test
    void aTestWhoseClassItsClaimDoesNotName() throws IOException {
        String unnamed = HOLDS.replace("`SampleTest`", "`OtherTest`");

        assertThat(check(unnamed, verifying("Helper.check();")))
                .containsExactly(
                        "no method of OtherTest verifies 'no-self'",
                        "SampleTest.a verifies 'no-self', which does not name its class");
    }

    @Test
    void anIdentifierThatIsUsedTwice() throws IOException {
        String twice = HOLDS + "| `no-self` | another claim | `SampleTest` |\n";

        assertThat(check(twice, verifying("Helper.check();")))
                .containsExactly("'no-self' identifies more than one claim");
    }

    @Test
    void aClaimWithoutATestAndATestWithoutAnIdentifier() throws IOException {
        String missing =
                HOLDS
                        + "| `loop` | no loops | it is so |\n"
                        + "| | nothing is anonymous | `SampleTest` |\n";

        assertThat(check(missing, verifying("Helper.check();")))
                .containsExactly(
                        "'loop' names no test",
                        "'nothing is anonymous' names tests and has no identifier");
    }

    @Test
    void severalClaimsMayHaveOneTest() throws IOException {
        String two = HOLDS + "| `no-loop` | no loops | `SampleTest` |\n";
        String both =
                verifying("Helper.check();").replace("\"no-self\"", "{\"no-self\", \"no-loop\"}");

        assertThat(check(two, both)).isEmpty();
    }

    @Test
    void aFixtureAssertsWhereItsNameSaysSo() throws IOException {
        String fixture =
                """
                } class Fixture {
                    Fixture() { assertThat(1).isEqualTo(1); }
                    void thenIsDone() { assertThat(1).isEqualTo(1); }
                """;

        assertThat(check(HOLDS, verifying("new Fixture().thenIsDone();") + fixture)).isEmpty();
        assertThat(check(HOLDS, verifying("new Fixture();") + fixture))
                .containsExactly("SampleTest.a verifies a claim and asserts nothing");
    }

    @Test
    void aTestOfASuperclassIsOneOfItsSubclasses() throws IOException {
        String abstracted = HOLDS.replace("`SampleTest`", "`SampleTest`, `SubTest`");

        assertThat(
                        check(
                                abstracted,
                                verifying("Helper.check();")
                                        + "} class SubTest extends SampleTest {"))
                .isEmpty();
    }

    private static String verifying(String body) {
        return "@Verifies(\"no-self\") @Test void a() { " + body + " }";
    }

    private List<String> check(String document, String method) throws IOException {
        String test =
                """
                import static org.assertj.core.api.Assertions.assertThat;
                import io.postrider.testkit.claims.Verifies;
                import org.junit.jupiter.api.*;
                class SampleTest {
                    static class Helper { static void check() { assertThat(1).isEqualTo(1); } }
                    void other() {}
                    %s
                }
                """
                        .formatted(method);
        Path source = Files.writeString(folder.resolve("SampleTest.java"), test);
        StringWriter errors = new StringWriter();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        boolean compiled =
                compiler.getTask(
                                errors,
                                null,
                                null,
                                List.of("-proc:none", "-d", folder.toString(), "-cp", CLASSPATH),
                                null,
                                compiler.getStandardFileManager(null, null, null)
                                        .getJavaFileObjects(source))
                        .call();
        assertThat(compiled).as(errors.toString()).isTrue();
        return ClaimCheck.objections(document, List.of(folder));
    }
}
