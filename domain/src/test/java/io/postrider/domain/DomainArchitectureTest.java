package io.postrider.domain;

import static com.tngtech.archunit.base.DescribedPredicate.alwaysTrue;
import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.postrider.domain.kernel.Resource;
import io.postrider.domain.kernel.SendsSecrets;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@AnalyzeClasses(
        packages = "io.postrider.domain",
        importOptions = ImportOption.DoNotIncludeTests.class)
class DomainArchitectureTest {

    private static final Set<String> READS_OF_THE_WORLD =
            Set.of(
                    "java.lang.System.currentTimeMillis",
                    "java.lang.System.nanoTime",
                    "java.lang.System.getenv",
                    "java.lang.System.getProperty",
                    "java.lang.Math.random",
                    "java.util.UUID.randomUUID",
                    "java.util.Locale.getDefault",
                    "java.time.ZoneId.systemDefault");

    @ArchTest
    static final ArchRule THE_DOMAIN_KNOWS_THE_JDK_AND_ITSELF_ALONE =
            classes()
                    .should()
                    .onlyDependOnClassesThat()
                    .resideInAnyPackage("java..", "org.jspecify..", "io.postrider.domain..");

    @ArchTest
    static final ArchRule THE_KERNEL_KNOWS_NO_FEATURE =
            classes()
                    .that()
                    .resideInAPackage("io.postrider.domain.kernel..")
                    .should()
                    .onlyDependOnClassesThat()
                    .resideInAnyPackage("java..", "org.jspecify..", "io.postrider.domain.kernel..");

    @ArchTest
    static final ArchRule FEATURES_KNOW_THE_KERNEL_ALONE =
            slices().matching("io.postrider.domain.(*)..")
                    .should()
                    .notDependOnEachOther()
                    .ignoreDependency(
                            alwaysTrue(), resideInAPackage("io.postrider.domain.kernel.."));

    /** Otherwise a change of the address would send a secret to a server that it is not meant for. */
    @ArchTest
    static final ArchRule RESOURCES_WITH_THE_ADDRESS_OF_A_SERVICE_BIND_THEIR_SECRETS_TO_IT =
            fields().that()
                    .haveNameMatching("host|baseUrl|baseUri|server")
                    .and()
                    .areDeclaredInClassesThat()
                    .areAssignableTo(Resource.class)
                    .should()
                    .beDeclaredInClassesThat()
                    .areAssignableTo(SendsSecrets.class);

    @ArchTest
    static final ArchRule NO_CYCLES =
            slices().matching("io.postrider.domain.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule NO_FILES_SOCKETS_OR_THREADS =
            noClasses()
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            "java.io..",
                            "java.net..",
                            "java.nio.channels..",
                            "java.nio.file..",
                            "java.sql..",
                            "java.util.concurrent..",
                            "java.util.logging..")
                    .orShould()
                    .dependOnClassesThat()
                    .belongToAnyOf(
                            Process.class, ProcessBuilder.class, Thread.class, ThreadLocal.class);

    @ArchTest
    static final ArchRule NO_CLOCKS_OR_DICE =
            noClasses()
                    .should()
                    .accessTargetWhere(
                            describe("reads the world", DomainArchitectureTest::readsTheWorld))
                    .orShould()
                    .dependOnClassesThat()
                    .belongToAnyOf(
                            Clock.class, InstantSource.class, Random.class, SecureRandom.class)
                    .orShould()
                    .dependOnClassesThat()
                    .resideInAPackage("java.util.random..");

    private static boolean readsTheWorld(JavaAccess<?> access) {
        String owner = access.getTargetOwner().getName();
        return READS_OF_THE_WORLD.contains(owner + "." + access.getName())
                || (owner.startsWith("java.time.") && access.getName().equals("now"));
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                ReadsNow.class,
                RefersToNow.class,
                HoldsAClock.class,
                ReadsMillis.class,
                RollsDice.class,
                MakesAnId.class,
            })
    void theRuleOnClocksAndDiceBites(Class<?> impure) {
        assertThat(violates(NO_CLOCKS_OR_DICE, impure)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(classes = {ReadsAFile.class, StartsAThread.class})
    void theRuleOnFilesAndThreadsBites(Class<?> impure) {
        assertThat(violates(NO_FILES_SOCKETS_OR_THREADS, impure)).isTrue();
    }

    @Test
    void theRuleOnTheJdkAloneBites() {
        assertThat(violates(THE_DOMAIN_KNOWS_THE_JDK_AND_ITSELF_ALONE, HoldsARule.class)).isTrue();
    }

    private static boolean violates(ArchRule rule, Class<?> type) {
        JavaClasses imported = new ClassFileImporter().importClasses(type);
        return rule.evaluate(imported).hasViolation();
    }

    record ReadsNow() {
        Instant read() {
            return Instant.now();
        }
    }

    record RefersToNow() {
        Supplier<Instant> refer() {
            return Instant::now;
        }
    }

    record HoldsAClock(Clock clock) {}

    record ReadsMillis() {
        long read() {
            return System.currentTimeMillis();
        }
    }

    record RollsDice() {
        int roll() {
            return new Random().nextInt();
        }
    }

    record MakesAnId() {
        UUID make() {
            return UUID.randomUUID();
        }
    }

    record ReadsAFile(Path path) {
        String read() {
            try {
                return Files.readString(path);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    record StartsAThread() {
        void start() {
            Thread.ofVirtual().start(() -> {});
        }
    }

    record HoldsARule(ArchRule rule) {}
}
