package io.postrider.schemas.catalogue;

import io.postrider.domain.automation.Endpoint;
import io.postrider.domain.automation.EndpointCommand;
import io.postrider.domain.automation.EndpointEvent;
import io.postrider.domain.automation.HttpConnection;
import io.postrider.domain.automation.HttpConnectionCommand;
import io.postrider.domain.automation.HttpConnectionEvent;
import io.postrider.domain.automation.OwnEventType;
import io.postrider.domain.automation.OwnEventTypeCommand;
import io.postrider.domain.automation.OwnEventTypeEvent;
import io.postrider.domain.automation.Rule;
import io.postrider.domain.automation.RuleCommand;
import io.postrider.domain.automation.RuleEvent;
import io.postrider.domain.contacts.Contact;
import io.postrider.domain.contacts.ContactCommand;
import io.postrider.domain.contacts.ContactEvent;
import io.postrider.domain.groups.Group;
import io.postrider.domain.groups.GroupCommand;
import io.postrider.domain.groups.GroupEvent;
import io.postrider.domain.instances.Instance;
import io.postrider.domain.instances.InstanceCommand;
import io.postrider.domain.instances.InstanceEvent;
import io.postrider.domain.kernel.Lifecycle;
import io.postrider.domain.keys.ApiKey;
import io.postrider.domain.keys.KeyCommand;
import io.postrider.domain.keys.KeyEvent;
import io.postrider.domain.keys.KeyState;
import io.postrider.domain.links.Link;
import io.postrider.domain.links.LinkCommand;
import io.postrider.domain.links.LinkEvent;
import io.postrider.domain.links.LinkState;
import io.postrider.domain.media.Media;
import io.postrider.domain.media.MediaCommand;
import io.postrider.domain.media.MediaEvent;
import io.postrider.domain.messages.Message;
import io.postrider.domain.messages.MessageCommand;
import io.postrider.domain.messages.MessageEvent;
import io.postrider.domain.models.ConnectionCommand;
import io.postrider.domain.models.ConnectionEvent;
import io.postrider.domain.models.Model;
import io.postrider.domain.models.ModelCommand;
import io.postrider.domain.models.ModelConnection;
import io.postrider.domain.models.ModelEvent;
import io.postrider.domain.runs.Run;
import io.postrider.domain.runs.RunCommand;
import io.postrider.domain.runs.RunEvent;
import io.postrider.domain.state.StateCommand;
import io.postrider.domain.state.StateEntry;
import io.postrider.domain.state.StateEvent;
import io.postrider.domain.templates.Template;
import io.postrider.domain.templates.TemplateCommand;
import io.postrider.domain.templates.TemplateEvent;
import io.postrider.domain.webhooks.Replay;
import io.postrider.domain.webhooks.ReplayCommand;
import io.postrider.domain.webhooks.ReplayEvent;
import io.postrider.domain.webhooks.WebhookCommand;
import io.postrider.domain.webhooks.WebhookEndpoint;
import io.postrider.domain.webhooks.WebhookEvent;
import io.postrider.schemas.Context;
import io.postrider.schemas.json.Rendering;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Every aggregate and every fact of this release: the place to add one. */
public final class Catalogue {

    public static final AggregateType<LinkCommand, LinkState, LinkEvent, Link> LINK =
            LinkAggregate.ENTRY;
    public static final AggregateType<KeyCommand, KeyState, KeyEvent, ApiKey> KEY =
            KeyAggregate.ENTRY;
    public static final AggregateType<
                    WebhookCommand, Lifecycle<WebhookEndpoint>, WebhookEvent, WebhookEndpoint>
            WEBHOOK = WebhookAggregate.ENTRY;
    public static final AggregateType<ReplayCommand, Lifecycle<Replay>, ReplayEvent, Replay>
            REPLAY = ReplayAggregate.ENTRY;
    public static final AggregateType<ModelCommand, Lifecycle<Model>, ModelEvent, Model> MODEL =
            ModelAggregate.ENTRY;
    public static final AggregateType<
                    ConnectionCommand, Lifecycle<ModelConnection>, ConnectionEvent, ModelConnection>
            CONNECTION = ConnectionAggregate.ENTRY;
    public static final AggregateType<InstanceCommand, Lifecycle<Instance>, InstanceEvent, Instance>
            INSTANCE = InstanceAggregate.ENTRY;
    public static final AggregateType<MessageCommand, Lifecycle<Message>, MessageEvent, Message>
            MESSAGE = MessageAggregate.ENTRY;
    public static final AggregateType<ContactCommand, Lifecycle<Contact>, ContactEvent, Contact>
            CONTACT = ContactAggregate.ENTRY;
    public static final AggregateType<TemplateCommand, Lifecycle<Template>, TemplateEvent, Template>
            TEMPLATE = TemplateAggregate.ENTRY;
    public static final AggregateType<GroupCommand, Lifecycle<Group>, GroupEvent, Group> GROUP =
            GroupAggregate.ENTRY;
    public static final AggregateType<MediaCommand, Lifecycle<Media>, MediaEvent, Media> MEDIA =
            MediaAggregate.ENTRY;
    public static final AggregateType<EndpointCommand, Lifecycle<Endpoint>, EndpointEvent, Endpoint>
            ENDPOINT = EndpointAggregate.ENTRY;
    public static final AggregateType<RuleCommand, Lifecycle<Rule>, RuleEvent, Rule> RULE =
            RuleAggregate.ENTRY;
    public static final AggregateType<RunCommand, Lifecycle<Run>, RunEvent, Run> RUN =
            RunAggregate.ENTRY;
    public static final AggregateType<StateCommand, Lifecycle<StateEntry>, StateEvent, StateEntry>
            STATE = StateAggregate.ENTRY;
    public static final AggregateType<
                    HttpConnectionCommand,
                    Lifecycle<HttpConnection>,
                    HttpConnectionEvent,
                    HttpConnection>
            HTTP_CONNECTION = HttpConnectionAggregate.ENTRY;
    public static final AggregateType<
                    OwnEventTypeCommand, Lifecycle<OwnEventType>, OwnEventTypeEvent, OwnEventType>
            OWN_EVENT_TYPE = OwnEventTypeAggregate.ENTRY;

    private static final List<AggregateType<?, ?, ?, ?>> AGGREGATES =
            List.of(
                    LINK,
                    KEY,
                    WEBHOOK,
                    REPLAY,
                    MODEL,
                    CONNECTION,
                    INSTANCE,
                    MESSAGE,
                    CONTACT,
                    TEMPLATE,
                    GROUP,
                    MEDIA,
                    ENDPOINT,
                    RULE,
                    RUN,
                    STATE,
                    HTTP_CONNECTION,
                    OWN_EVENT_TYPE,
                    WorkspaceAggregate.ENTRY,
                    UserAggregate.ENTRY);

    private static final Map<Class<?>, AggregateType<?, ?, ?, ?>> BY_EVENT = new LinkedHashMap<>();
    private static final Map<Class<?>, CommandType<?>> COMMANDS = new LinkedHashMap<>();
    private static final Map<Class<?>, AggregateType<?, ?, ?, ?>> BY_COMMAND =
            new LinkedHashMap<>();

    static {
        for (AggregateType<?, ?, ?, ?> entry : AGGREGATES) {
            entry.events().forEach(event -> BY_EVENT.put(event.type(), entry));
            entry.settled().forEach(event -> BY_EVENT.put(event.type(), entry));
            entry.commands()
                    .forEach(command -> {
                        COMMANDS.put(command.type(), command);
                        BY_COMMAND.put(command.type(), entry);
                    });
        }
    }

    private Catalogue() {}

    /** Every aggregate, in the order in which event types are shown. */
    public static List<AggregateType<?, ?, ?, ?>> all() {
        return AGGREGATES;
    }

    /** The aggregates of a context. */
    public static List<AggregateType<?, ?, ?, ?>> of(Context context) {
        return AGGREGATES.stream().filter(entry -> entry.context() == context).toList();
    }

    /** The aggregates whose events belong to workspaces. */
    public static List<AggregateType<?, ?, ?, ?>> ofWorkspaces() {
        return AGGREGATES.stream().filter(entry -> entry.context().isOfWorkspaces()).toList();
    }

    /** The facts. */
    public static List<FactType<?>> facts() {
        return List.of(FactEvents.LISTED, FactEvents.CLICKED, FactEvents.PUBLISHED);
    }

    /** The facts with a type of the service's; those that callers publish have types of their own. */
    public static List<FactType<?>> namedFacts() {
        return List.of(
                FactEvents.LISTED,
                FactEvents.CLICKED,
                FactEvents.REJECTED,
                FactEvents.DUPLICATE,
                FactEvents.EXHAUSTED);
    }

    /** The effect of a command; empty for a record that is no command. */
    public static Optional<CommandEffect> effect(@Nullable Record command) {
        return Optional.ofNullable(command)
                .flatMap(body -> Optional.ofNullable(COMMANDS.get(body.getClass())))
                .map(CommandType::effect);
    }

    /** The aggregate that a command is for; empty for a record that is no command. */
    public static Optional<AggregateType<?, ?, ?, ?>> commanded(Record command) {
        return Optional.ofNullable(BY_COMMAND.get(command.getClass()));
    }

    /** The delivered data of an event; empty for an event that is not delivered. */
    public static Optional<ObjectNode> data(
            @Nullable Record payload, long version, Rendering rendering) {
        if (payload == null) {
            return Optional.empty();
        }
        for (FactType<?> fact : facts()) {
            if (fact.type() == payload.getClass()) {
                return Optional.of(fact.data(payload));
            }
        }
        return Optional.ofNullable(BY_EVENT.get(payload.getClass()))
                .filter(entry -> entry.context().isOfWorkspaces())
                .flatMap(entry -> entry.data(payload, version, rendering));
    }
}
