package io.postrider.domain.templates;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.kernel.Decision.Accepted;
import io.postrider.domain.kernel.Decision.Rejected;
import io.postrider.domain.kernel.Lifecycle;
import io.postrider.domain.templates.TemplateCommand.CreateTemplate;
import io.postrider.domain.templates.TemplateCommand.DeleteTemplate;
import io.postrider.domain.templates.TemplateCommand.RecordTemplateStatus;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class TemplateDeciderTest {

    private static final String WORKSPACE = "ws_1";
    private static final Instant NOW = Instant.parse("2026-11-25T10:00:00Z");

    private final TemplateDecider decider = new TemplateDecider();
    private Lifecycle<Template> state = decider.initialState();

    @Test
    void theApprovalStandsWhateverTheOrderOfTheAnswerAndTheCall() {
        apply(new CreateTemplate(template()));

        assertThat(apply(status(TemplateStatus.APPROVED))).hasSize(1);
        assertThat(apply(status(TemplateStatus.PENDING))).isEmpty();
        assertThat(apply(status(TemplateStatus.APPROVED))).isEmpty();
        assertThat(apply(status(TemplateStatus.PAUSED))).hasSize(1);
        assertThat(((Lifecycle.Present<Template>) state).value().status())
                .isEqualTo(TemplateStatus.PAUSED);
    }

    @Test
    void aTemplateIsCreatedAgainAfterItWasDeleted() {
        apply(new CreateTemplate(template()));
        assertThat(rejection(new CreateTemplate(template()))).isEqualTo("template_exists");

        apply(new DeleteTemplate(WORKSPACE));
        assertThat(rejection(status(TemplateStatus.APPROVED))).isEqualTo("not_found");
        assertThat(apply(new CreateTemplate(template()))).hasSize(1);
    }

    @Test
    void aTemplateOfAnotherWorkspaceIsNotThere() {
        apply(new CreateTemplate(template()));

        assertThat(rejection(new DeleteTemplate("ws_2"))).isEqualTo("not_found");
    }

    private static RecordTemplateStatus status(TemplateStatus status) {
        return new RecordTemplateStatus(WORKSPACE, status, null, "1");
    }

    private static Template template() {
        return new Template(
                "tpl_1",
                WORKSPACE,
                "inst_1",
                "order_ready",
                "en_US",
                "utility",
                "[]",
                TemplateStatus.SUBMITTED,
                null,
                null,
                NOW,
                NOW);
    }

    private List<TemplateEvent> apply(TemplateCommand command) {
        List<TemplateEvent> events =
                switch (decider.decide(state, command, NOW)) {
                    case Accepted<TemplateEvent>(var accepted) -> accepted;
                    case Rejected<TemplateEvent>(var rejection) ->
                            throw new AssertionError(rejection);
                };
        events.forEach(event -> state = decider.evolve(state, event));
        return events;
    }

    private String rejection(TemplateCommand command) {
        return switch (decider.decide(state, command, NOW)) {
            case Accepted<TemplateEvent> accepted -> throw new AssertionError(accepted);
            case Rejected<TemplateEvent>(var rejection) -> rejection.code();
        };
    }
}
