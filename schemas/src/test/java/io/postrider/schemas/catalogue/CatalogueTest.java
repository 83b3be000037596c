package io.postrider.schemas.catalogue;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.domain.kernel.Decider;
import io.postrider.domain.kernel.Decision;
import io.postrider.domain.kernel.Edit;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.kernel.Rejection;
import io.postrider.domain.kernel.ResourceEvent;
import io.postrider.schemas.Context;
import io.postrider.schemas.catalogue.SampleEvents.SampleEvent;
import io.postrider.schemas.json.Rendering;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.node.ObjectNode;

class CatalogueTest {

    private static final Sample SAMPLE = Sample.numbered(1);
    private static final Sample STRANGER = SAMPLE.by(Sample.id(IdKind.WS, 2));

    static List<AggregateType<?, ?, ?, ?>> entries() {
        return Catalogue.all();
    }

    /** Aggregates whose commands name the workspace that asks. */
    static Stream<AggregateType<?, ?, ?, ?>> ofOneWorkspace() {
        return entries().stream()
                .filter(entry ->
                        entry.context() != Context.USERS && entry.context() != Context.WORKSPACES);
    }

    @ParameterizedTest
    @MethodSource("entries")
    void samplesReachEveryEvent(AggregateType<?, ?, ?, ?> entry) {
        assertThat(SampleEvents.of(entry, SAMPLE).keySet())
                .containsAll(
                        Stream.concat(entry.events().stream(), entry.settled().stream())
                                .<Class<?>>map(EventType::type)
                                .toList());
    }

    @Test
    void eventsOfRunsNameTheirEventAndDoNotHoldIt() {
        Rendering rendering = new Rendering("https://api.example.com", "api.example.com");
        for (SampleEvent event : SampleEvents.of(Catalogue.RUN, SAMPLE).values()) {
            ObjectNode data = Catalogue.data(event.payload(), 1, rendering).orElseThrow();
            assertThat(data.has("event")).isFalse();
            assertThat(data.has("event_id")).isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("entries")
    void deletedEventsDelete(AggregateType<?, ?, ?, ?> entry) {
        Map<Class<?>, SampleEvent> samples = SampleEvents.of(entry, SAMPLE);
        for (EventType<?> type : entry.events()) {
            if (requireNonNull(samples.get(type.type())).payload()
                    instanceof ResourceEvent<?> event) {
                assertThat(event.deletes())
                        .as(type.name())
                        .isEqualTo(type.name().endsWith(".deleted"));
            }
        }
    }

    /** Lists look for a resource by its id in the partition of its key. */
    @ParameterizedTest
    @MethodSource("entries")
    void idsAreKeysIfTheEntryDeclaresIt(AggregateType<?, ?, ?, ?> entry) {
        for (SampleEvent sample : SampleEvents.of(entry, SAMPLE).values()) {
            if (sample.payload() instanceof ResourceEvent<?> event) {
                assertThat(event.resource().key().equals(event.resource().id()))
                        .isEqualTo(entry.resource().keyedById());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("entries")
    void theStateAfterAnEventIsThatOfTheEventAlone(AggregateType<?, ?, ?, ?> entry) {
        checkEvolution(entry);
    }

    private static <S, E> void checkEvolution(AggregateType<?, S, E, ?> entry) {
        Decider<?, S, E> decider = entry.decider();
        List<E> events =
                SampleEvents.of(entry, SAMPLE).values().stream()
                        .map(sample -> entry.eventType().cast(sample.payload()))
                        .filter(decider::makesVersion)
                        .toList();
        for (E event : events) {
            S alone = decider.evolve(decider.initialState(), event);
            events.forEach(before ->
                    assertThat(
                                    decider.evolve(
                                            decider.evolve(decider.initialState(), before), event))
                            .isEqualTo(alone));
        }
    }

    @ParameterizedTest
    @MethodSource("ofOneWorkspace")
    void foreignCommandsChangeNothing(AggregateType<?, ?, ?, ?> entry) {
        checkIsolation(entry);
    }

    /** Whether a command makes a resource of the other workspace where there is none, as it may. */
    private static <C, S, E> boolean creates(
            AggregateType<C, S, E, ?> entry, CommandType<C> command) {
        Decision<E> made =
                entry.decider()
                        .decide(
                                entry.decider().initialState(),
                                command.sample(STRANGER),
                                Sample.AT);
        return made instanceof Decision.Accepted<E>(List<E> events) && !events.isEmpty();
    }

    /** The events of a private context reach no webhook, event log or subscriber. */
    @Test
    void theEventsOfUsersAloneArePrivate() {
        assertThat(Arrays.stream(Context.values()).filter(context -> !context.isOfWorkspaces()))
                .containsExactly(Context.USERS);
    }

    /** Text that an edit brings is held against the memory of its tenant. */
    @ParameterizedTest
    @MethodSource("entries")
    void everyEditHasTheEffectOfOneAndBringsText(AggregateType<?, ?, ?, ?> entry) {
        checkEdits(entry);
    }

    private static <C> void checkEdits(AggregateType<C, ?, ?, ?> entry) {
        for (CommandType<C> command : entry.commands()) {
            boolean isEdit = command.sample(SAMPLE) instanceof Edit;
            assertThat(command.effect() == CommandEffect.EDITS)
                    .as(command.name())
                    .isEqualTo(isEdit);
            if (command.sample(SAMPLE) instanceof Edit edit) {
                assertThat(edit.bringsText()).as(command.name()).isTrue();
            }
        }
    }

    private static <C, S, E> void checkIsolation(AggregateType<C, S, E, ?> entry) {
        for (SampleEvent sample : SampleEvents.of(entry, SAMPLE).values()) {
            E event = entry.eventType().cast(sample.payload());
            if (!entry.decider().makesVersion(event)) {
                continue;
            }
            S state = entry.decider().evolve(entry.decider().initialState(), event);
            for (CommandType<C> command : entry.commands()) {
                Decision<E> decision =
                        entry.decider().decide(state, command.sample(STRANGER), sample.at());
                if (creates(entry, command)) {
                    continue;
                }
                assertThat(decision)
                        .as(command.name() + " after " + sample.payload().getClass())
                        .satisfiesAnyOf(
                                made -> assertThat(made).isEqualTo(Decision.unchanged()),
                                made ->
                                        assertThat(made)
                                                .isInstanceOfSatisfying(
                                                        Decision.Rejected.class,
                                                        rejected ->
                                                                assertThat(
                                                                                rejected.rejection()
                                                                                        .kind())
                                                                        .isEqualTo(
                                                                                Rejection.Kind
                                                                                        .NOT_FOUND)));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("entries")
    void theObjectOfTheJsonIsTheName(AggregateType<?, ?, ?, ?> entry) {
        Rendering rendering = new Rendering("https://api.example.com", "api.example.com");
        if (!entry.context().isOfWorkspaces()) {
            return;
        }
        SampleEvents.of(entry, SAMPLE)
                .values()
                .forEach(sample ->
                        Catalogue.data(sample.payload(), sample.version(), rendering)
                                .ifPresent(json ->
                                        assertThat(json.path("object").asString(""))
                                                .isEqualTo(entry.name())));
    }

    @Test
    void anEventOfAPrivateContextIsNotDelivered() {
        AggregateType<?, ?, ?, ?> users = Catalogue.of(Context.USERS).getFirst();
        Rendering rendering = new Rendering("https://api.example.com", "api.example.com");

        SampleEvents.of(users, SAMPLE)
                .values()
                .forEach(sample ->
                        assertThat(Catalogue.data(sample.payload(), 1, rendering)).isEmpty());
        assertThat(Context.ofWorkspaces()).doesNotContain(Context.USERS);
    }

    @Test
    void aCommandThatIsNotListedFails() {
        AggregateType<?, ?, ?, ?> link = Catalogue.LINK;

        assertThatThrownBy(() -> withoutLastCommand(Catalogue.LINK))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(link.commands().getLast().type().getSimpleName());
    }

    private static <C, S, E, T extends io.postrider.domain.kernel.Resource>
            AggregateType<C, S, E, T> withoutLastCommand(AggregateType<C, S, E, T> entry) {
        return new AggregateType<>(
                entry.name(),
                entry.context(),
                entry.decider(),
                entry.commandType(),
                entry.eventType(),
                entry.commands().subList(0, entry.commands().size() - 1),
                entry.events(),
                entry.settled(),
                entry.resource(),
                entry.scopes());
    }

    @Test
    void numbersAndNamesAreUnique() {
        assertThat(Arrays.stream(Context.values()).map(Context::number)).doesNotHaveDuplicates();
        assertThat(entries()).extracting(AggregateType::name).doesNotHaveDuplicates();
        assertThat(entries().stream().flatMap(entry -> entry.commands().stream()))
                .extracting(CommandType::name)
                .doesNotHaveDuplicates();
        assertThat(entries().stream().flatMap(entry -> entry.events().stream()))
                .extracting(EventType::name)
                .doesNotHaveDuplicates();
    }

    @Test
    void everyContextHasAnAggregate() {
        assertThat(Context.values())
                .allSatisfy(context -> assertThat(Catalogue.of(context)).isNotEmpty());
    }
}
