package io.postrider.platform.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DiskGuardTest {

    private static final long MB = 1 << 20;

    private final DiskGuard guard = new DiskGuard(this::free, new DiskMarks(512 * MB));
    private long free = 10_000 * MB;
    private boolean broken;

    private long free() throws IOException {
        if (broken) {
            throw new IOException("stale handle");
        }
        return free;
    }

    @ParameterizedTest
    @CsvSource({"768,AMPLE", "767,TIGHT", "512,TIGHT", "511,LOW", "256,LOW", "255,CRITICAL"})
    void aFallingDiskReachesEachLevelBelowItsMark(long mb, DiskLevel level) {
        assertThat(after(mb)).isEqualTo(level);
    }

    @Test
    void aLevelIsLeftOnlyWithAMargin() {
        assertThat(after(255)).isEqualTo(DiskLevel.CRITICAL);
        assertThat(after(319)).isEqualTo(DiskLevel.CRITICAL);
        assertThat(after(320)).isEqualTo(DiskLevel.LOW);
        assertThat(after(575)).isEqualTo(DiskLevel.LOW);
        assertThat(after(576)).isEqualTo(DiskLevel.TIGHT);
        assertThat(after(831)).isEqualTo(DiskLevel.TIGHT);
        assertThat(after(832)).isEqualTo(DiskLevel.AMPLE);
    }

    @Test
    void itRecoversAtOnceWhenMuchBecomesFree() {
        assertThat(after(0)).isEqualTo(DiskLevel.CRITICAL);
        assertThat(after(10_000)).isEqualTo(DiskLevel.AMPLE);
    }

    @Test
    void aListenerHearsTheLevelAtOnceAndEveryChange() {
        List<DiskLevel> heard = new ArrayList<>();
        after(600);
        guard.onChange(heard::add);
        after(600);
        after(100);
        after(5_000);

        assertThat(heard).containsExactly(DiskLevel.TIGHT, DiskLevel.CRITICAL, DiskLevel.AMPLE);
    }

    @Test
    void aListenerThatThrowsKeepsNoOtherFromHearingAChange() {
        List<DiskLevel> heard = new ArrayList<>();
        guard.onChange(level -> {
            if (level == DiskLevel.CRITICAL) {
                throw new IllegalStateException("closed");
            }
        });
        guard.onChange(heard::add);
        after(100);
        after(5_000);

        assertThat(heard).containsExactly(DiskLevel.AMPLE, DiskLevel.CRITICAL, DiskLevel.AMPLE);
    }

    @Test
    void aListenerThatThrewHearsTheLevelAgain() {
        List<DiskLevel> heard = new ArrayList<>();
        AtomicInteger failures = new AtomicInteger();
        guard.onChange(level -> {
            if (failures.getAndDecrement() > 0) {
                throw new IllegalStateException("not now");
            }
            heard.add(level);
        });
        failures.set(2);
        after(100);
        assertThat(heard).containsExactly(DiskLevel.AMPLE);
        after(100);
        assertThat(heard).containsExactly(DiskLevel.AMPLE);
        broken = true;
        after(100);
        after(100);

        assertThat(heard).containsExactly(DiskLevel.AMPLE, DiskLevel.CRITICAL);
    }

    @Test
    void aListenerThatThrewHearsTheFormerLevelWhenItReturns() {
        List<DiskLevel> heard = new ArrayList<>();
        guard.onChange(level -> {
            heard.add(level);
            if (level == DiskLevel.CRITICAL) {
                throw new IllegalStateException("halfway");
            }
        });
        after(100);
        after(5_000);

        assertThat(heard).containsExactly(DiskLevel.AMPLE, DiskLevel.CRITICAL, DiskLevel.AMPLE);
    }

    @Test
    void aListenerThatThrowsAtOnceHearsTheLevelAgain() {
        List<DiskLevel> heard = new ArrayList<>();
        AtomicInteger failures = new AtomicInteger(1);
        guard.onChange(level -> {
            if (failures.getAndDecrement() > 0) {
                throw new IllegalStateException("not yet");
            }
            heard.add(level);
        });
        assertThat(heard).isEmpty();
        after(10_000);

        assertThat(heard).containsExactly(DiskLevel.AMPLE);
    }

    @Test
    void aFileSystemThatDoesNotTellChangesNothing() {
        after(100);
        broken = true;

        assertThat(after(5_000)).isEqualTo(DiskLevel.CRITICAL);
    }

    @Test
    void aDeadWatchIsReported() {
        try (DiskGuard broken =
                new DiskGuard(
                        () -> {
                            throw new NoClassDefFoundError("a.B");
                        },
                        new DiskMarks(512 * MB))) {
            broken.start();

            await().until(() -> broken.dead().isDone());
        }
    }

    @Test
    void aMarkOfZeroIsNeverReached() {
        DiskGuard off = new DiskGuard(() -> 0, new DiskMarks(0));
        off.look();

        assertThat(off.level()).isEqualTo(DiskLevel.AMPLE);
    }

    @Test
    void aFolderIsMeasured(@TempDir Path folder) {
        try (DiskGuard all =
                DiskGuard.watching(folder.resolve("new"), new DiskMarks(Long.MAX_VALUE / 4))) {
            assertThat(all.level()).isEqualTo(DiskLevel.CRITICAL);
        }
        try (DiskGuard none = DiskGuard.watching(folder, new DiskMarks(1))) {
            assertThat(none.level()).isEqualTo(DiskLevel.AMPLE);
        }
    }

    private DiskLevel after(long mb) {
        free = mb * MB;
        guard.look();
        return guard.level();
    }
}
