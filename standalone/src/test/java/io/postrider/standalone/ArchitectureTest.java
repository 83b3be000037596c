package io.postrider.standalone;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.netty.util.Version;
import io.postrider.testkit.claims.Verifies;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Pattern;
import org.apache.kafka.streams.KafkaStreams;
import org.junit.jupiter.api.Test;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;

/** What holds for the code of all modules, and for what it runs on. */
@AnalyzeClasses(packages = "io.postrider", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

    /** Before this version requests could be smuggled. */
    private static final ModuleDescriptor.Version NETTY_LEAST =
            ModuleDescriptor.Version.parse("4.2.18.Final");

    /** Before this version a killed process kept state of transactions that were aborted. */
    private static final ModuleDescriptor.Version STREAMS_LEAST =
            ModuleDescriptor.Version.parse("4.2.2");

    private static final Pattern THROWING =
            Pattern.compile(
                    "as(Int|Long|Short|Float|Double|Decimal|BigInteger|Boolean|String)"
                            + "|(int|long|short|float|double|decimal|bigInteger|boolean|string|binary)Value");

    @ArchTest
    static final ArchRule NO_CYCLES_BETWEEN_FEATURES_OF_THE_INTERFACE =
            slices().matching("io.postrider.api.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule NO_CYCLES_BETWEEN_READ_MODELS =
            slices().matching("io.postrider.projections.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule NO_CYCLES_IN_THE_DISPATCHER =
            slices().matching("io.postrider.dispatch.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule NO_CYCLES_IN_THE_RUNTIME =
            slices().matching("io.postrider.runtime.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule NO_CYCLES_BETWEEN_MODULES =
            slices().matching("io.postrider.(*)..").should().beFreeOfCycles();

    /** The scan for beans reads no other files. */
    @ArchTest
    static final ArchRule BEANS_OF_THE_API_ARE_FOUND =
            classes()
                    .that()
                    .resideInAPackage("io.postrider.api..")
                    .and()
                    .areMetaAnnotatedWith(Component.class)
                    .should()
                    .haveSimpleNameEndingWith("Configuration");

    /** An accessor without a default throws on a value of another type, and others decide what they send. */
    @ArchTest
    static final ArchRule JSON_OF_OTHERS_IS_READ_WITH_DEFAULTS =
            noClasses()
                    .that()
                    .resideInAnyPackage(
                            "io.postrider.gateway..",
                            "io.postrider.automation..",
                            "io.postrider.dispatch..")
                    .should()
                    .callMethodWhere(
                            describe(
                                    "a value of JSON is read without a default",
                                    call ->
                                            call.getTargetOwner().isAssignableTo(JsonNode.class)
                                                    && call.getTarget()
                                                            .getRawParameterTypes()
                                                            .isEmpty()
                                                    && THROWING.matcher(call.getName()).matches()))
                    .as("JSON of others is read with defaults: asInt(0), not asInt()");

    @ArchTest
    static final ArchRule ONE_JACKSON =
            noClasses()
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            "com.fasterxml.jackson.databind..", "com.fasterxml.jackson.core..");

    @ArchTest
    static final ArchRule SERVICES_MEET_ONLY_IN_THE_ASSEMBLY =
            noClasses()
                    .that()
                    .resideInAnyPackage("io.postrider.projections..", "io.postrider.dispatch..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage("io.postrider.api..");

    @Test
    @Verifies("netty-version")
    void nettyIsNewEnough() {
        Map<String, Version> found = Version.identify();

        assertThat(found).containsKeys("netty-codec-http", "netty-handler", "netty-transport");
        assertThat(found.values())
                .allSatisfy(netty ->
                        assertThat(ModuleDescriptor.Version.parse(netty.artifactVersion()))
                                .as(netty.artifactId())
                                .isGreaterThanOrEqualTo(NETTY_LEAST));
    }

    @Test
    void kafkaStreamsIsNewEnough() throws IOException {
        Properties found = new Properties();
        try (InputStream file =
                KafkaStreams.class.getResourceAsStream("/kafka/kafka-streams-version.properties")) {
            found.load(file);
        }

        assertThat(ModuleDescriptor.Version.parse(found.getProperty("version")))
                .isGreaterThanOrEqualTo(STREAMS_LEAST);
    }
}
