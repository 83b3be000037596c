package io.postrider.domain.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MetadataTest {

    @Test
    void metadataHasUpToFiftyEntries() {
        Map<String, String> most = new HashMap<>();
        IntStream.range(0, 50).forEach(i -> most.put("k" + i, ""));
        assertThat(Metadata.errors(Map.of())).isEmpty();
        assertThat(Metadata.errors(most)).isEmpty();

        most.put("k50", "");
        assertThat(Metadata.errors(most))
                .extracting(FieldError::pointer)
                .containsExactly("/metadata");
    }

    @Test
    void metadataKeysAndValuesHaveTheirLengths() {
        assertThat(Metadata.errors(Map.of("k".repeat(60), "v".repeat(500)))).isEmpty();
        for (Map<String, String> wrong :
                List.of(
                        Map.of("", "v"),
                        Map.of("k".repeat(61), "v"),
                        Map.of("k", "v".repeat(501)))) {
            assertThat(Metadata.errors(wrong))
                    .extracting(FieldError::code)
                    .containsExactly("invalid_length");
        }
    }

    @Test
    void aPointerToAMetadataKeyIsEscaped() {
        assertThat(Metadata.errors(Map.of("a/b~c~1", "v".repeat(501))))
                .extracting(FieldError::pointer)
                .containsExactly("/metadata/a~1b~0c~01");
    }

    @Test
    void onlyTheEntriesThatAPatchListsChange() {
        Map<String, Optional<String>> change = new LinkedHashMap<>();
        change.put("plan", Optional.of("pro"));
        change.put("owner", Optional.empty());
        change.put("a/b", Optional.of("c"));

        assertThat(
                        Metadata.patched(
                                Map.of("plan", "free", "owner", "ada", "team", "x"),
                                List.of("metadata/plan", "metadata/owner", "metadata/a/b"),
                                Metadata.values(change)))
                .containsOnly(
                        Map.entry("plan", "pro"), Map.entry("team", "x"), Map.entry("a/b", "c"));
    }

    @Test
    void aPatchThatListsAllOfItReplacesIt() {
        assertThat(Metadata.patched(Map.of("a", "b"), List.of("metadata"), Map.of())).isEmpty();
        assertThat(Metadata.patched(Map.of("a", "b"), List.of("metadata"), Map.of("c", "d")))
                .containsOnly(Map.entry("c", "d"));
    }

    @Test
    void aPatchThatListsNoneOfItLeavesIt() {
        assertThat(Metadata.patched(Map.of("a", "b"), List.of("url"), Map.of("c", "d")))
                .containsOnly(Map.entry("a", "b"));
    }
}
