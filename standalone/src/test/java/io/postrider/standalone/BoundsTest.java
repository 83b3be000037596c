package io.postrider.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import io.postrider.platform.limits.TenantLimits;
import io.postrider.platform.settings.Settings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import reactor.core.scheduler.Schedulers;

/** That docs/operating.md names the bound of every table, queue and permit that the code keeps. */
class BoundsTest {

    private static final String BASE = "io.postrider.";
    private static final Path MANUAL = Path.of("../docs/operating.md");
    private static final Path METRICS = Path.of("../docs/metrics.md");
    private static final Path JVM_OPTIONS = Path.of("src/main/start/jvm.options");
    private static final Path LIST =
            Path.of("src/test/resources/io/postrider/standalone/bounds.txt");

    private static final int COLUMNS = 5;
    private static final Pattern NAMES_OR_REASON =
            Pattern.compile("(on a cluster )?`[a-z_]+`(, `[a-z_]+`)*|none: .+");

    private static final String MEMORY_ROW = "| %s | %d MiB |";

    private static final Set<String> KEEPING =
            Stream.of(
                            ConcurrentHashMap.class,
                            ConcurrentSkipListMap.class,
                            ConcurrentLinkedQueue.class,
                            ConcurrentLinkedDeque.class,
                            LinkedBlockingQueue.class,
                            LinkedBlockingDeque.class,
                            ArrayBlockingQueue.class,
                            PriorityBlockingQueue.class,
                            DelayQueue.class,
                            PriorityQueue.class,
                            ArrayDeque.class,
                            HashMap.class,
                            LinkedHashMap.class,
                            TreeMap.class,
                            Semaphore.class,
                            Caffeine.class,
                            Executors.class,
                            ThreadPoolExecutor.class,
                            ScheduledThreadPoolExecutor.class,
                            Schedulers.class)
                    .map(Class::getName)
                    .collect(Collectors.toSet());

    /** A class keeps the objects that its constructor creates. */
    private static Set<String> keepers() {
        JavaClasses all =
                new ClassFileImporter()
                        .withImportOption(new DoNotIncludeTests())
                        .importPackages("io.postrider");
        return all.stream()
                .filter(type -> !type.getPackageName().startsWith(BASE + "testkit"))
                .filter(BoundsTest::keeps)
                .map(type -> type.getName().substring(BASE.length()))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static boolean keeps(JavaClass type) {
        return Stream.concat(
                        type.getConstructorCallsFromSelf().stream(),
                        type.getMethodCallsFromSelf().stream()
                                .filter(call -> call.getName().startsWith("new")))
                .filter(BoundsTest::whileMade)
                .anyMatch(call -> KEEPING.contains(call.getTargetOwner().getName()));
    }

    private static boolean whileMade(JavaAccess<?> call) {
        return call.getOrigin().getName().endsWith("init>");
    }

    /** The rows of the manual by class; several are separated by semicolons. */
    private static Map<String, String> listed() throws IOException {
        return Files.readAllLines(LIST).stream()
                .filter(line -> line.contains(" = "))
                .map(line -> line.split(" = ", 2))
                .collect(Collectors.toMap(parts -> parts[0], parts -> parts[1]));
    }

    private static List<List<String>> rows() throws IOException {
        return rows(MANUAL);
    }

    private static List<List<String>> rows(Path of) throws IOException {
        String manual = Files.readString(of);
        String section = manual.substring(manual.indexOf("## Bounds"));
        return section.substring(0, section.indexOf("\n## "))
                .lines()
                .filter(line -> line.startsWith("| "))
                .skip(2)
                .map(line ->
                        Arrays.stream(line.substring(1, line.length() - 1).split("\\|", -1))
                                .map(String::strip)
                                .toList())
                .toList();
    }

    @Test
    void everyClassThatKeepsSomethingIsListed() throws IOException {
        assertThat(listed().keySet()).containsExactlyInAnyOrderElementsOf(keepers());
    }

    @Test
    void everyListedBoundIsInTheManualAndEveryBoundOfTheManualIsListed() throws IOException {
        Set<String> named = rows().stream().map(List::getFirst).collect(Collectors.toSet());
        Set<String> parts =
                Set.of(
                        "former event types and filters of a webhook",
                        "sessions",
                        "a stored completion",
                        "a response of a provider");
        Set<String> bounds =
                listed().values().stream()
                        .flatMap(rows -> Arrays.stream(rows.split("; ")))
                        .collect(Collectors.toSet());

        assertThat(rows()).extracting(List::getFirst).doesNotHaveDuplicates();
        assertThat(named)
                .containsAll(bounds)
                .containsAll(parts)
                .allMatch(row -> parts.contains(row) || bounds.contains(row));
    }

    /** {@code MetricsTest} compares the names with a scrape. */
    @Test
    void everyBoundHasMetricsOrTheReasonWhyItHasNone() throws IOException {
        List<List<String>> metrics = rows(METRICS);

        assertThat(metrics)
                .extracting(List::getFirst)
                .containsExactlyElementsOf(rows().stream().map(List::getFirst).toList());
        assertThat(metrics).allSatisfy(row -> assertThat(row.getLast()).matches(NAMES_OR_REASON));
    }

    @Test
    void everyLimitDocumentsTenantNodeAndResponse() throws IOException {
        assertThat(rows())
                .isNotEmpty()
                .allSatisfy(row -> {
                    assertThat(row).hasSize(COLUMNS).noneMatch(String::isEmpty);
                });
    }

    /** Whatever the numbers of workspaces, keys and webhooks: their bytes are bounded by owner, and by node. */
    @Test
    void theShareOfAnOwnerFitsIntoTheDefaultHeap() throws IOException {
        TenantLimits limits = Settings.from(Map.of()).bind(TenantLimits.class);

        assertThat(limits.ownerBytes()).isLessThan(TenantLimits.shareOf(option("-Xmx")) / 5);
    }

    @Test
    void allPartsTogetherFitIntoTheDefaultHeap() throws IOException {
        long heap = option("-Xmx");
        Map<String, Long> parts = MemoryBounds.ofHeap(heap);

        assertThat((double) MemoryBounds.sum(parts))
                .as("%s", parts)
                .isLessThanOrEqualTo(MemoryBounds.HEAP_SHARE * heap);
        assertTold(parts);
    }

    @Test
    void memoryOutsideOfTheHeapIsLimited() throws IOException {
        Map<String, Long> parts =
                MemoryBounds.outsideOfHeap(
                        Settings.from(Map.of()).bind(StoreSettings.class),
                        option("-XX:MaxDirectMemorySize="));

        assertThat(MemoryBounds.sum(parts))
                .as("%s", parts)
                .isLessThanOrEqualTo(MemoryBounds.NATIVE_MAX);
        assertTold(parts);
    }

    /** A producer without its own limit uses 32 MiB. */
    @Test
    void everyProducerHasABound() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of(".."))) {
            List<Path> unbounded =
                    files.filter(file -> file.toString().matches("../[a-z-]+/src/main/.*[.]java"))
                            .filter(file -> has(file, "new KafkaProducer<"))
                            .filter(file -> !has(file, "implements KafkaClientSupplier"))
                            .filter(file -> !has(file, "BUFFER_MEMORY_CONFIG"))
                            .toList();

            // They take their settings from CommandProducer and SpoolDrainer; suppliers are given
            // those of StreamsSettings.
            assertThat(unbounded)
                    .extracting(file -> String.valueOf(file.getFileName()))
                    .containsExactlyInAnyOrder(
                            "KafkaCommandGateway.java", "SpoolConfiguration.java");
        }
    }

    private static boolean has(Path file, String text) {
        try {
            return Files.readString(file).contains(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void assertTold(Map<String, Long> parts) throws IOException {
        String manual = Files.readString(MANUAL);
        parts.forEach((part, bytes) ->
                assertThat(manual).contains(MEMORY_ROW.formatted(part, mib(bytes))));
        assertThat(manual).contains(MEMORY_ROW.formatted("all", mib(MemoryBounds.sum(parts))));
    }

    private static long mib(long bytes) {
        return Math.round(bytes / (double) (1 << 20));
    }

    private static long option(String name) throws IOException {
        var found =
                Pattern.compile(Pattern.quote(name) + "(\\d+)m")
                        .matcher(Files.readString(JVM_OPTIONS));
        assertThat(found.find()).isTrue();
        return Long.parseLong(found.group(1)) << 20;
    }
}
