package io.postrider.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.testkit.contract.ContractDocument;
import io.postrider.testkit.contract.ContractDocument.Operation;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Summaries are the titles of the reference and the names that code generators index. */
class OperationSummariesTest {

    private static final int LENGTH_MAX = 60;

    /** One verb for one action. */
    private static final Set<String> VERBS =
            Set.of(
                    "Accept",
                    "Acknowledge",
                    "Add",
                    "Advance",
                    "Block",
                    "Cancel",
                    "Connect",
                    "Create",
                    "Delete",
                    "Disable",
                    "Disconnect",
                    "Download",
                    "Enable",
                    "Explain",
                    "Export",
                    "Find",
                    "Follow",
                    "Get",
                    "Handle",
                    "Increment",
                    "Infer",
                    "Leave",
                    "List",
                    "Mark",
                    "Opt",
                    "Pause",
                    "Preview",
                    "Publish",
                    "Reauthenticate",
                    "Receive",
                    "Recover",
                    "Remove",
                    "Replay",
                    "Report",
                    "Resend",
                    "Restart",
                    "Resume",
                    "Retry",
                    "Revoke",
                    "Roll",
                    "Rotate",
                    "Run",
                    "Send",
                    "Set",
                    "Sign",
                    "Stream",
                    "Test",
                    "Unblock",
                    "Update",
                    "Upload",
                    "Verify");

    private final ContractDocument contract = ContractDocument.of(PublishedDocuments.openApi());

    @Test
    void summariesBeginWithAVerbOfTheList() {
        assertThat(operationsWithout(summary -> VERBS.contains(verb(summary)))).isEmpty();
    }

    @Test
    void everyVerbOfTheListIsUsed() {
        assertThat(contract.operations().stream().map(operation -> verb(summary(operation))))
                .containsAll(VERBS);
    }

    @Test
    void summariesAreShortAndEndWithoutAPeriod() {
        assertThat(
                        operationsWithout(summary ->
                                summary.length() <= LENGTH_MAX && !summary.endsWith(".")))
                .isEmpty();
    }

    @Test
    void noTwoOperationsHaveTheSameSummary() {
        assertThat(contract.operations().stream().map(OperationSummariesTest::summary))
                .doesNotHaveDuplicates();
    }

    /** The offending operations by id, each with its summary. */
    private Set<String> operationsWithout(Predicate<String> rule) {
        return contract.operations().stream()
                .filter(operation -> !rule.test(summary(operation)))
                .map(operation -> operation.id() + ": " + summary(operation))
                .collect(Collectors.toSet());
    }

    private static String verb(String summary) {
        return summary.split(" ", 2)[0];
    }

    private static String summary(Operation operation) {
        return operation.node().path("summary").asString("");
    }
}
