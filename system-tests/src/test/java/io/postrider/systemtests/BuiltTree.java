package io.postrider.systemtests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The repository that these tests belong to, with the jars that its build made. */
public final class BuiltTree {

    /** The root of the repository. */
    public static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private static final Path TARGET = ROOT.resolve("standalone/target");
    private static final List<String> LIBRARIES =
            List.of(
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
                    "models",
                    "command-api",
                    "projections",
                    "webhook-dispatcher",
                    "messaging",
                    "automation");

    private BuiltTree() {}

    /**
     * The product as a user starts it: {@code ./postrider up}, of what this build has made.
     *
     * @throws IllegalStateException if classes are newer than the jars, which would test what was built before
     */
    public static ProcessBuilder up() throws IOException {
        return command("up");
    }

    /** The same of any command of the start script. */
    public static ProcessBuilder command(String... words) throws IOException {
        archiveClasses();
        requireNoOlder(TARGET.resolve("postrider.jar"), "standalone");
        for (String library : LIBRARIES) {
            requireNoOlder(jar(library), library);
        }
        List<String> command = new ArrayList<>();
        command.add(ROOT.resolve("postrider").toString());
        command.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.startsWith("POSTRIDER_"));
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("POSTRIDER_BUILD", "never");
        return builder;
    }

    /**
     * Makes the class archive that {@code ./postrider build} makes, where {@code -Dpostrider.archive=true} says that
     * this run starts enough processes to need it. Without an archive they start too, as for a user.
     */
    private static synchronized void archiveClasses() throws IOException {
        Path jar = TARGET.resolve("postrider.jar");
        Path archive = TARGET.resolve("postrider.aot");
        boolean current = Files.exists(archive) && modified(archive).compareTo(modified(jar)) > 0;
        if (current || !Boolean.getBoolean("postrider.archive")) {
            return;
        }
        try {
            var _ =
                    Programs.run(
                            ROOT,
                            "",
                            List.of(
                                    "standalone/src/main/start/class-archive",
                                    Path.of(System.getProperty("java.home"), "bin", "java")
                                            .toString(),
                                    jar.toString(),
                                    archive.toString()));
        } catch (IllegalStateException e) {
            System.err.println(e.getMessage());
            Files.write(archive, new byte[0]);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    private static Path jar(String library) throws IOException {
        try (Stream<Path> jars = Files.list(TARGET.resolve("lib"))) {
            return jars.filter(jar -> jar.getFileName().toString().startsWith(library + "-"))
                    // A library of another project can have the same name.
                    .max(Comparator.comparing(BuiltTree::modified))
                    .orElseThrow(() -> new IllegalStateException("no jar of " + library));
        }
    }

    private static void requireNoOlder(Path jar, String module) throws IOException {
        try (Stream<Path> classes = Files.walk(ROOT.resolve(module).resolve("target/classes"))) {
            FileTime newest =
                    classes.filter(Files::isRegularFile)
                            .map(BuiltTree::modified)
                            .max(Comparator.naturalOrder())
                            .orElseThrow();
            if (!Files.exists(jar) || modified(jar).compareTo(newest) < 0) {
                throw new IllegalStateException(
                        jar
                                + " is older than the classes of "
                                + module
                                + "; run \"mvn verify\" or \"./postrider build\"");
            }
        }
    }

    private static FileTime modified(Path file) {
        try {
            return Files.getLastModifiedTime(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
