package io.postrider.messaging.gateway;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.domain.contacts.Contact.OptOut;
import io.postrider.domain.contacts.ContactCommand.OptInContact;
import io.postrider.domain.contacts.ContactCommand.OptOutContact;
import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.media.Media;
import io.postrider.domain.messages.Direction;
import io.postrider.domain.messages.Message;
import io.postrider.domain.messages.MessageCommand.ReceiveMessage;
import io.postrider.domain.messages.MessageCommand.RecordReceipt;
import io.postrider.domain.messages.MessageStatus;
import io.postrider.domain.templates.Template;
import io.postrider.domain.templates.TemplateCommand.RecordTemplateStatus;
import io.postrider.messaging.gateway.CallbackParser.News;
import io.postrider.messaging.gateway.Contacts.Party;
import io.postrider.messaging.gateway.ProviderIds.Named;
import io.postrider.messaging.media.MediaFiles;
import io.postrider.messaging.media.MediaReference;
import io.postrider.platform.offsets.SystemCommands;
import io.postrider.platform.traces.LogFields;
import io.postrider.schemas.Callback;
import io.postrider.schemas.Delivery;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Turns calls of providers into commands to messages. A call that is read twice gives the same ids, and the decider takes a
 * receipt or a message once.
 */
final class CallbackProcessor extends ContextualProcessor<byte[], byte[], byte[], byte[]> {

    private static final Logger LOGGER = LoggerFactory.getLogger(CallbackProcessor.class);

    /** The notices of templates whose content is listed. */
    private static final Set<String> OF_TEMPLATES =
            Set.of("template_category_update", "message_template_components_update");

    private final ValueCodec<Callback> calls;
    private final ValueCodec<Delivery> sends;
    private final Secrets secrets;
    private final MediaFiles files;
    private final InstanceDirectory instances;
    private final CallbackRouting routing;
    private final Contacts contacts;
    private final SystemCommands commands;
    private final SystemCommands ofInstances;
    private final AccountUpdates notices;
    private @Nullable GroupIds groupIds;
    private @Nullable GroupCalls groups;
    private @Nullable ProviderIds sent;
    private @Nullable EarlyStatuses early;

    /** @param ofInstances makes the commands of instances */
    CallbackProcessor(
            SchemaIds ids,
            Secrets secrets,
            MediaFiles files,
            InstanceDirectory instances,
            Contacts contacts,
            SystemCommands commands,
            SystemCommands ofInstances) {
        this.calls = ValueCodec.callbacks(ids);
        this.sends = ValueCodec.deliveries(Topics.SENDS, ids);
        this.secrets = secrets;
        this.files = files;
        this.instances = instances;
        this.routing = new CallbackRouting(instances, secrets, files);
        this.contacts = contacts;
        this.commands = commands;
        this.ofInstances = ofInstances;
        this.notices = new AccountUpdates(instances, secrets);
    }

    @Override
    public void init(ProcessorContext<byte[], byte[]> context) {
        super.init(context);
        GroupIds ids = GroupIds.of(context, secrets);
        groupIds = ids;
        groups = new GroupCalls(ids, secrets, this::send, this::participant);
        sent = ProviderIds.of(context);
        early = EarlyStatuses.of(context);
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        Callback call = calls.decode(record.value());
        Optional<String> body = body(call);
        if (body.isEmpty()) {
            LOGGER.atWarn()
                    .addKeyValue(LogFields.WORKSPACE, call.workspace())
                    .addKeyValue("instance", call.instance())
                    .log(
                            "A callback cannot be decrypted: the encryption key of its workspace was deleted");
            return;
        }
        Map<String, JsonNode> parts = routing.parts(call, CallbackParser.json(body.get()));
        if (parts.keySet().equals(Set.of(CallbackRouting.NONE))) {
            throw new CallbackRouting.UnknownNumberException();
        }
        parts.forEach((instance, part) -> {
            if (instance.equals(call.instance())) {
                take(call, part);
            } else {
                passOn(call, instance, part);
            }
        });
    }

    /** Brings a part to its instance, whose partition has what is known of it. One for no instance comes back to be set aside. */
    private void passOn(Callback call, String instance, JsonNode part) {
        String to = instance.equals(CallbackRouting.NONE) ? call.instance() : instance;
        routing.to(call, to, part)
                .ifPresent(passed ->
                        context()
                                .forward(
                                        new Record<>(
                                                to.getBytes(US_ASCII),
                                                calls.encode(passed),
                                                call.receivedAt().toEpochMilli()),
                                        GatewayTopology.PASSED_ON));
    }

    private void take(Callback call, JsonNode body) {
        groupIds().begin();
        known().begin();
        for (News news : CallbackParser.parse(body)) {
            switch (news) {
                case News.Status status -> status(call, status);
                case News.Inbound inbound -> inbound(call, inbound);
                case News.Preference preference -> preference(call, preference);
                case News.TemplateNews template -> template(call, template);
                case News.GroupNews group -> Objects.requireNonNull(groups).take(call, group);
                case News.Notice notice -> notice(call, notice);
            }
        }
        groupIds().write();
        known().write();
    }

    /** The body of a call; empty if it cannot be opened any more. */
    private Optional<String> body(Callback call) {
        String file = call.file();
        if (file == null) {
            return secrets.body(call);
        }
        try {
            return files.whole(call.workspace(), file).map(bytes -> new String(bytes, UTF_8));
        } catch (IOException | GeneralSecurityException e) {
            // Of this call alone: a task that failed would meet it again for ever.
            throw new IllegalStateException("the body of a call cannot be read", e);
        }
    }

    /** A status that names no message of ours by either id is of one that was not sent from here. */
    private void status(Callback call, News.Status status) {
        Optional.ofNullable(status.message())
                .filter(id -> Id.isA(IdKind.MSG, id))
                .or(() -> known(call, status.providerId()))
                .ifPresentOrElse(
                        id ->
                                send(
                                        call,
                                        id,
                                        new RecordReceipt(
                                                call.workspace(),
                                                status.receipt(),
                                                status.providerId())),
                        () -> {
                            Objects.requireNonNull(early)
                                    .put(
                                            call.instance(),
                                            status.providerId(),
                                            status.told(),
                                            call.receivedAt());
                            notice(call, new News.Notice("statuses", status.told(), ""));
                        });
    }

    private void notice(Callback call, News.Notice notice) {
        if (OF_TEMPLATES.contains(notice.field())) {
            list(call, notice.value().path("message_template_name").asString(""));
        }
        notices.record(
                call,
                notice,
                (instance, command, name) ->
                        context()
                                .forward(
                                        ofInstances.once(
                                                call.workspace(),
                                                instance,
                                                (java.lang.Record) command,
                                                call.receivedAt(),
                                                name),
                                        GatewayTopology.INSTANCE_COMMANDS));
    }

    /** The message with an id at the provider. */
    private Optional<String> known(Callback call, String providerId) {
        return known().find(call.instance(), providerId);
    }

    private GroupIds groupIds() {
        return Objects.requireNonNull(groupIds);
    }

    private ProviderIds known() {
        return Objects.requireNonNull(sent);
    }

    private void inbound(Callback call, News.Inbound inbound) {
        Optional<Party> sender = sender(call, inbound);
        if (sender.filter(Party::blocked).isPresent()) {
            // Where the person has another number now, it is blocked too.
            sender.ifPresent(party -> see(call, party));
            return;
        }
        inbound.content()
                .at("/group/provider_id")
                .asStringOpt()
                .flatMap(group -> groupIds().find(call.instance(), group))
                .ifPresent(id -> ((ObjectNode) inbound.content().path("group")).put("id", id));
        Optional<Named> original = MessageEdits.original(call, inbound, known());
        if (original.isPresent()) {
            revise(call, inbound, original.get(), sender);
            sender.ifPresent(party -> see(call, party));
            return;
        }
        String id = Message.receivedId(call.instance(), inbound.providerId());
        if (inbound.content().path("reaction") instanceof ObjectNode reaction) {
            String target = reaction.path("message_id").asString("");
            reaction.put("provider_id", target);
            known(call, target).ifPresent(known -> reaction.put("message_id", known));
        }
        if (MediaReference.TYPES.contains(inbound.type())
                && inbound.content().path(inbound.type()) instanceof ObjectNode file
                && file.has("id")) {
            String media = Media.receivedId(id);
            // Before the message, so that it names no file that is not there.
            send(
                    call,
                    media,
                    MediaRecords.fetching(
                            call.workspace(), media, id, file, secrets, call.receivedAt()));
            file.put(MediaTransfer.MEDIA_ID, media);
        }
        secrets.sealed(call.workspace(), id, inbound.content())
                .map(sealed -> message(call, inbound, id, sender, sealed))
                .ifPresent(message -> send(call, id, new ReceiveMessage(message)));
        known().put(
                        call.instance(),
                        inbound.providerId(),
                        new Named(id, sender.map(Party::id)),
                        call.receivedAt());
        sender.ifPresent(party -> {
            see(call, party);
            OptWords.of(call.workspace(), instances.find(call.instance()))
                    .asked(inbound.content())
                    .ifPresent(command -> send(call, party.id(), (java.lang.Record) command));
        });
    }

    /** A message is changed by its author alone. */
    private void revise(
            Callback call, News.Inbound inbound, Named original, Optional<Party> sender) {
        boolean isAuthor =
                sender.flatMap(party ->
                                original.author()
                                        .filter(author -> isOf(call.workspace(), author, party)))
                        .isPresent();
        Optional.of(original.message())
                .filter(_ -> isAuthor)
                .flatMap(message -> MessageEdits.of(call, inbound, message, secrets))
                .ifPresentOrElse(
                        revised -> send(call, original.message(), revised),
                        () -> notice(call, new News.Notice("messages", inbound.told(), "")));
    }

    /** Whether a contact is this person, be it one that is merged only now. */
    private boolean isOf(String workspace, String contact, Party person) {
        return contacts.isSame(workspace, contact, person.id())
                || person.commands().containsKey(contacts.current(workspace, contact));
    }

    private void preference(Callback call, News.Preference preference) {
        party(call, preference.address())
                .ifPresent(party -> {
                    see(call, party);
                    send(
                            call,
                            party.id(),
                            preference.stop()
                                    ? new OptOutContact(
                                            call.workspace(), "provider", OptOut.MARKETING)
                                    : new OptInContact(call.workspace(), OptOut.MARKETING));
                });
    }

    private void template(Callback call, News.TemplateNews news) {
        send(
                call,
                Template.idOf(call.instance(), news.name(), news.language()),
                new RecordTemplateStatus(
                        call.workspace(), Templates.status(news.status()), news.reason(), null));
        list(call, news.name());
    }

    /** Lists what the provider has under the name of a template that it tells of. */
    private void list(Callback call, String name) {
        boolean isListed =
                instances.find(call.instance()).filter(each -> !each.isSandbox()).isPresent();
        if (isListed && !name.isEmpty()) {
            context()
                    .forward(
                            new Record<>(
                                    call.instance().getBytes(US_ASCII),
                                    sends.encode(Templates.listing(call, name)),
                                    call.receivedAt().toEpochMilli()),
                            GatewayTopology.SENDS);
        }
    }

    private Optional<Party> party(Callback call, JsonNode address) {
        return contacts.of(call.workspace(), List.of(address), null, call.receivedAt());
    }

    /** The contact of an address, which is created where it is not known. */
    private Optional<String> participant(Callback call, JsonNode address) {
        Optional<Party> party = party(call, address);
        party.ifPresent(known -> see(call, known));
        return party.map(Party::id);
    }

    /** The sender of a message; a person who tells of another number or id at WhatsApp has both. */
    private Optional<Party> sender(Callback call, News.Inbound inbound) {
        List<JsonNode> addresses = new ArrayList<>(CallbackParser.changed(inbound));
        addresses.add(inbound.content().path("from"));
        return contacts.of(call.workspace(), addresses, null, call.receivedAt());
    }

    private void see(Callback call, Party party) {
        party.commands()
                .forEach((contact, command) -> send(call, contact, (java.lang.Record) command));
    }

    private void send(Callback call, String aggregate, java.lang.Record command) {
        context()
                .forward(
                        commands.record(call.workspace(), aggregate, command),
                        GatewayTopology.COMMANDS);
    }

    private Message message(
            Callback call, News.Inbound inbound, String id, Optional<Party> sender, String sealed) {
        Instant at = call.receivedAt();
        return new Message(
                id,
                call.workspace(),
                call.instance(),
                Direction.INBOUND,
                inbound.type(),
                sender.map(Party::id).orElse(null),
                sealed,
                MessageStatus.RECEIVED,
                inbound.providerId(),
                List.of(),
                known(call, inbound.content().at("/context/provider_id").asString("")).orElse(null),
                null,
                null,
                Map.of(),
                at,
                at);
    }
}
