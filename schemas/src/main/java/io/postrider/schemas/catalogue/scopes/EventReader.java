package io.postrider.schemas.catalogue.scopes;

import static java.util.Objects.requireNonNullElse;

import io.postrider.domain.kernel.ResourceEvent;
import io.postrider.domain.runs.RunEvent;
import io.postrider.schemas.Delivery;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.LinkClicked;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Decides which events a key or member may read. Every list, stream, delivery and run that shows events asks it.
 *
 * @param scopes those held that read events; {@code write} is held as {@code read}
 * @param resources ids that a key is restricted to; empty means all of the workspace
 */
public record EventReader(List<String> scopes, List<String> resources) {

    /** The service itself, which reads for no caller. */
    public static final EventReader SERVICE = new EventReader(ReadScopes.all(), List.of());

    private static final String RUNS = "automation.run.";

    private static final EventReader NONE = new EventReader(List.of(), List.of());

    public EventReader {
        scopes = List.copyOf(scopes);
        resources = List.copyOf(resources);
    }

    /** The reader with these scopes and resources. */
    public static EventReader of(Collection<String> held, List<String> resources) {
        return new EventReader(
                ReadScopes.all().stream().filter(scope -> Scopes.covers(held, scope)).toList(),
                resources);
    }

    /** The reader of {@link #text()}; a text that is absent reads nothing. */
    public static EventReader read(@Nullable String text) {
        if (text == null) {
            return NONE;
        }
        int bar = text.indexOf('|');
        return new EventReader(names(text.substring(0, bar)), names(text.substring(bar + 1)));
    }

    /** The reader as a parameter of a question. */
    public String text() {
        return String.join(",", scopes) + "|" + String.join(",", resources);
    }

    /** Whether the scopes read events of a type. */
    public boolean mayRead(String type) {
        return scopes.contains(ReadScopes.of(type));
    }

    /** Whether the event may be read. A run has the event that it ran for, so it needs the scopes of both. */
    public boolean mayRead(EventRecord event) {
        return mayRead(event.header().type())
                && (!(event.payload() instanceof RunEvent run)
                        || mayReadRunOf(run.resource().eventType()))
                && (resources.isEmpty() || resources.contains(subject(event)));
    }

    /** Whether the event of a delivery may be read. */
    public boolean mayRead(Delivery delivery) {
        return mayRead(delivery.eventType(), delivery.runEventType());
    }

    /**
     * Whether an event of a type may be read, whatever it is about.
     *
     * @param runEventType the type of the event that a run is for; used only for events of runs
     */
    public boolean mayRead(String type, @Nullable String runEventType) {
        return type.startsWith(RUNS)
                ? mayReadRunOf(requireNonNullElse(runEventType, type))
                : mayRead(type);
    }

    /**
     * Whether runs for events of a type may be read; the data of a manual or scheduled run is that of the run. A run for the event of
     * another one has that run and its event, which can be of any type.
     */
    public boolean mayReadRunOf(String type) {
        return type.startsWith(RUNS)
                ? scopes.containsAll(ReadScopes.all())
                : mayRead(RUNS + "started")
                        && (type.equals("manual") || type.equals("schedule") || mayRead(type));
    }

    /** Whether it reads every event of the workspace. */
    public boolean readsAll() {
        return resources.isEmpty() && scopes.containsAll(ReadScopes.all());
    }

    /** The groups of events that it reads, see {@link #groups(EventRecord)}. */
    public List<String> groups() {
        return resources.isEmpty()
                ? scopes
                : scopes.stream()
                        .flatMap(scope -> resources.stream().map(id -> scope + "/" + id))
                        .toList();
    }

    /** The groups of an event: that of its scope, and that of its scope and resource. */
    public static List<String> groups(EventRecord event) {
        String scope = ReadScopes.of(event.header().type());
        return List.of(scope, scope + "/" + subject(event));
    }

    /** The id of the resource that an event is about; a link has another key. */
    public static String subject(EventRecord event) {
        return switch (event.payload()) {
            case ResourceEvent<?> change -> change.resource().id();
            case LinkClicked clicked -> clicked.click().linkId();
            case null, default -> event.header().aggregate();
        };
    }

    private static List<String> names(String text) {
        return Stream.of(text.split(",", -1)).filter(name -> !name.isEmpty()).toList();
    }
}
