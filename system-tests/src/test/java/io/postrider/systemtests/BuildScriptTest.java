package io.postrider.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code ./postrider build} builds when the content of a source has changed, and only then. */
class BuildScriptTest {

    /** Stands in for Maven: counts its runs and writes what the real build writes. */
    private static final String MAVEN =
            """
            #!/bin/sh
            echo run >>runs
            mkdir -p standalone/target/lib
            echo types >console/src/api/contract.gen.ts
            [ ! -f edit-during-build ] || mv edit-during-build domain/src/main/java/Link.java
            echo jar >standalone/target/postrider.jar
            """;

    @TempDir Path tree;

    @BeforeEach
    void makeTree() throws IOException {
        Files.copy(BuiltTree.ROOT.resolve("postrider"), tree.resolve("postrider"));
        for (String source :
                List.of(
                        "pom.xml",
                        "domain/pom.xml",
                        "domain/src/main/java/Link.java",
                        "contract/src/main/resources/io/postrider/contract/links.yaml",
                        "console/index.html",
                        "console/install",
                        "console/package.json",
                        "console/contract.mjs",
                        "console/vite.config.ts",
                        "console/src/api/client.ts")) {
            write(source, "as committed");
        }
        program("bin/mvn", MAVEN);
    }

    @Test
    void aSecondBuildDoesNothing() throws Exception {
        build();
        build();

        assertThat(builds()).isEqualTo(1);
    }

    @Test
    void newTimesOfTheSameContentBuildNothing() throws Exception {
        build();
        try (Stream<Path> files = Files.walk(tree.resolve("domain/src"))) {
            for (Path file : files.toList()) {
                Files.setLastModifiedTime(file, FileTime.from(Instant.now().plusSeconds(60)));
            }
        }
        build();

        assertThat(builds()).isEqualTo(1);
    }

    @Test
    void changedContentWithAnOldTimeIsBuilt() throws Exception {
        build();
        write("domain/src/main/java/Link.java", "changed");
        Files.setLastModifiedTime(
                tree.resolve("domain/src/main/java/Link.java"), FileTime.from(Instant.EPOCH));
        build();

        assertThat(builds()).isEqualTo(2);
    }

    @Test
    void aRemovedSourceIsBuilt() throws Exception {
        write("domain/src/main/java/Old.java", "class Old {}");
        build();
        Files.delete(tree.resolve("domain/src/main/java/Old.java"));
        build();

        assertThat(builds()).isEqualTo(2);
    }

    @Test
    void aSourceThatIsEditedDuringTheBuildIsBuiltTheNextTime() throws Exception {
        write("edit-during-build", "edited");
        build();
        build();
        build();

        assertThat(builds()).isEqualTo(2);
    }

    /** A jar of a former version of a library must not stay beside the one that replaced it. */
    @Test
    void theJarNamesExactlyTheLibrariesBesideIt() throws Exception {
        Path target = BuiltTree.ROOT.resolve("standalone/target");
        Set<String> named;
        try (JarFile jar = new JarFile(target.resolve("postrider.jar").toFile())) {
            named = Set.of(jar.getManifest().getMainAttributes().getValue("Class-Path").split(" "));
        }
        try (Stream<Path> libraries = Files.list(target.resolve("lib"))) {
            assertThat(
                            libraries
                                    .map(library -> "lib/" + library.getFileName())
                                    .collect(Collectors.toSet()))
                    .isEqualTo(named);
        }
    }

    /** Other programs read JSON and columns. The jar of the stand-in for Maven ends the command after the build. */
    @ParameterizedTest
    @ValueSource(strings = {"dead-letters", "doctor", "listen", "migrate"})
    void theOutputOfACommandContainsNothingOfItsBuild(String command) throws Exception {
        Path out = tree.resolve("out");
        Path errors = tree.resolve("errors");

        Process first =
                script(command).redirectOutput(out.toFile()).redirectError(errors.toFile()).start();

        assertThat(first.waitFor(Duration.ofMinutes(1))).isTrue();
        assertThat(errors).content().contains("building Postrider");
        assertThat(out).isEmptyFile();
        assertThat(builds()).isEqualTo(1);
    }

    private void build() throws IOException, InterruptedException {
        Programs.run(script("build"), "");
    }

    private ProcessBuilder script(String command) {
        ProcessBuilder script =
                new ProcessBuilder(tree.resolve("postrider").toString(), command)
                        .directory(tree.toFile());
        script.environment().keySet().removeIf(name -> name.startsWith("POSTRIDER_"));
        script.environment().put("JAVA_HOME", System.getProperty("java.home"));
        script.environment()
                .merge("PATH", tree.resolve("bin").toString(), (path, bin) -> bin + ":" + path);
        return script;
    }

    private long builds() throws IOException {
        return Files.readAllLines(tree.resolve("runs")).size();
    }

    private void write(String file, String text) throws IOException {
        Path path = tree.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(
                path, text, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING);
    }

    private void program(String file, String script) throws IOException {
        write(file, script);
        Files.setPosixFilePermissions(
                tree.resolve(file), PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
