package io.postrider.standalone;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.Slice;
import io.netty.util.Version;
import io.postrider.platform.offsets.ConsistencyToken;
import io.postrider.platform.reads.Query;
import io.postrider.platform.streams.GuardedProcessor;
import io.postrider.platform.streams.Retries;
import io.postrider.platform.views.source.SourceStores;
import io.postrider.testkit.claims.Verifies;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;
import org.junit.jupiter.api.Test;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;

/** Architecture rules for the code of all modules and their dependencies. */
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

    /**
     * The methods that add a processor to a topology, and the classes that may call each. The one of Retries only hands records to
     * guarded ones.
     */
    private static final Map<String, Set<String>> ADDING =
            Map.of(
                    "addProcessor",
                    Set.of(GuardedProcessor.class.getName(), Retries.class.getName()),
                    "addGlobalStore",
                    Set.of(),
                    "addReadOnlyStateStore",
                    Set.of(SourceStores.class.getName()));

    /** The root packages of the modules that are one service each. */
    private static final Set<String> SERVICES =
            Set.of("api", "projections", "webhooks", "messaging", "automation", "models");

    /** Those of all modules; a new module is named here and, if it is a service, above. */
    private static final Set<String> MODULES =
            Stream.concat(
                            SERVICES.stream(),
                            Stream.of(
                                    "domain",
                                    "schemas",
                                    "contract",
                                    "expressions",
                                    "platform",
                                    "outbound",
                                    "web",
                                    "decider",
                                    "identity",
                                    "redirects",
                                    "standalone",
                                    "testkit"))
                    .collect(Collectors.toUnmodifiableSet());

    @ArchTest
    static final ArchRule NO_CYCLES_BETWEEN_PACKAGES =
            slices().matching("io.postrider.(**)")
                    .should()
                    .beFreeOfCycles()
                    .as("Packages have no cycles: of two packages, one at most needs the other");

    @ArchTest
    static final ArchRule NO_CYCLES_BETWEEN_MODULES =
            slices().matching("io.postrider.(*)..")
                    .should()
                    .beFreeOfCycles()
                    .as("Modules have no cycles: of two modules, one at most needs the other");

    @ArchTest
    static final ArchRule SERVICES_MEET_ONLY_IN_THE_ASSEMBLY =
            slices().matching("io.postrider.(*)..")
                    .that(belongToServices())
                    .should()
                    .notDependOnEachOther()
                    .as("Services meet only in the assembly: no service needs another one");

    @ArchTest
    static final ArchRule EXCEPTIONS_SAY_SO =
            classes()
                    .that()
                    .areAssignableTo(Throwable.class)
                    .should()
                    .haveSimpleNameEndingWith("Exception")
                    .as("Exceptions end in Exception, nested ones too");

    @ArchTest
    static final ArchRule EXPRESSIONS_STAND_ALONE =
            noClasses()
                    .that()
                    .resideInAPackage("io.postrider.expressions..")
                    .should()
                    .dependOnClassesThat(
                            resideInAPackage("io.postrider..")
                                    .and(resideOutsideOfPackage("io.postrider.expressions..")))
                    .as("Expressions stand alone: they need no other package of Postrider");

    /** A query names its reader, which limits the result; another way to query would bypass that limit. */
    @ArchTest
    static final ArchRule READS_GO_THROUGH_THE_DECISION_ON_THE_READER =
            noClasses()
                    .that()
                    .resideOutsideOfPackages(
                            "io.postrider.platform.reads..", "io.postrider.projections..")
                    .and()
                    .doNotHaveFullyQualifiedName("io.postrider.web.resource.Queries")
                    .should()
                    .callConstructor(
                            Query.class,
                            String.class,
                            String.class,
                            String.class,
                            Map.class,
                            ConsistencyToken.class,
                            Duration.class)
                    .orShould()
                    .callConstructor(
                            Query.class,
                            String.class,
                            String.class,
                            Map.class,
                            ConsistencyToken.class,
                            Duration.class)
                    .as("Reads go through the decision on the reader: Queries alone asks");

    @ArchTest
    static void everyModuleIsNamed(JavaClasses classes) {
        assertThat(
                        classes.stream()
                                .map(type ->
                                        type.getPackageName()
                                                .replaceFirst("io\\.postrider\\.([^.]+).*", "$1"))
                                .collect(Collectors.toSet()))
                .as("root packages of modules, which the rules on modules must know")
                .isEqualTo(MODULES);
    }

    /** The scan for beans reads no other files. */
    @ArchTest
    static final ArchRule BEANS_OF_THE_API_ARE_FOUND =
            classes()
                    .that()
                    .resideInAnyPackage(
                            "io.postrider.api..",
                            "io.postrider.identity..",
                            "io.postrider.redirects..",
                            "io.postrider.models..",
                            "io.postrider.messaging.api..",
                            "io.postrider.automation.api..",
                            "io.postrider.webhooks.api..")
                    .and()
                    .areMetaAnnotatedWith(Component.class)
                    .should()
                    .haveSimpleNameEndingWith("Configuration");

    /** An accessor without a default throws on a value of another type, which senders may send. */
    @ArchTest
    static final ArchRule JSON_OF_OTHERS_IS_READ_WITH_DEFAULTS =
            noClasses()
                    .that()
                    .resideInAnyPackage(
                            "io.postrider.api.events..",
                            "io.postrider.models..",
                            "io.postrider.identity.oidc..",
                            "io.postrider.platform.registry..",
                            "io.postrider.messaging..",
                            "io.postrider.automation.engine..",
                            "io.postrider.webhooks..")
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

    /** A processor that is not guarded ends its thread, and then the next one, on a record on which it throws. */
    @ArchTest
    static final ArchRule PROCESSORS_ARE_GUARDED =
            noClasses()
                    .should()
                    .callMethodWhere(
                            describe(
                                    "a processor is added to a topology",
                                    call ->
                                            call.getTargetOwner().isAssignableTo(Topology.class)
                                                    && ADDING.containsKey(call.getName())
                                                    && !ADDING.get(call.getName())
                                                            .contains(
                                                                    call.getOriginOwner()
                                                                            .getName())))
                    .orShould()
                    .dependOnClassesThat()
                    .areAssignableTo(StreamsBuilder.class)
                    .as("Processors are guarded: Guarded.addTo adds them");

    @ArchTest
    static final ArchRule ONE_JACKSON =
            noClasses()
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            "com.fasterxml.jackson.databind..", "com.fasterxml.jackson.core..");

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

    private static DescribedPredicate<Slice> belongToServices() {
        return DescribedPredicate.describe(
                "services", slice -> SERVICES.contains(slice.getNamePart(1)));
    }
}
