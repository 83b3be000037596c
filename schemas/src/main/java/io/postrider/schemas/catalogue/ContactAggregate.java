package io.postrider.schemas.catalogue;

import static io.postrider.schemas.catalogue.CommandEffect.ADDS;
import static io.postrider.schemas.catalogue.CommandEffect.CHANGES;
import static io.postrider.schemas.catalogue.CommandEffect.CLOCK;
import static io.postrider.schemas.catalogue.CommandEffect.EDITS;
import static io.postrider.schemas.catalogue.CommandEffect.REMOVES;
import static io.postrider.schemas.catalogue.CommandType.command;
import static io.postrider.schemas.catalogue.EventType.event;

import io.postrider.domain.contacts.Contact;
import io.postrider.domain.contacts.ContactAddress;
import io.postrider.domain.contacts.ContactCommand;
import io.postrider.domain.contacts.ContactCommand.AbsorbContact;
import io.postrider.domain.contacts.ContactCommand.BlockContact;
import io.postrider.domain.contacts.ContactCommand.CreateContact;
import io.postrider.domain.contacts.ContactCommand.DeleteContact;
import io.postrider.domain.contacts.ContactCommand.MergeContact;
import io.postrider.domain.contacts.ContactCommand.OptInContact;
import io.postrider.domain.contacts.ContactCommand.OptOutContact;
import io.postrider.domain.contacts.ContactCommand.SeeContact;
import io.postrider.domain.contacts.ContactCommand.UnblockContact;
import io.postrider.domain.contacts.ContactCommand.UpdateContact;
import io.postrider.domain.contacts.ContactDecider;
import io.postrider.domain.contacts.ContactEvent;
import io.postrider.domain.contacts.ContactEvent.ContactCreated;
import io.postrider.domain.contacts.ContactEvent.ContactDeleted;
import io.postrider.domain.contacts.ContactEvent.ContactMerged;
import io.postrider.domain.contacts.ContactEvent.ContactOptedIn;
import io.postrider.domain.contacts.ContactEvent.ContactOptedOut;
import io.postrider.domain.contacts.ContactEvent.ContactUpdated;
import io.postrider.domain.contacts.ContactPatch;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.kernel.Lifecycle;
import io.postrider.schemas.Context;
import io.postrider.schemas.json.ContactJson;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Contacts. They share the topics of messages, whose senders and recipients they are. */
final class ContactAggregate {

    private static final String OTHER = "ctc_01kb3q9b6wf3s5r8t1v4x7z0c3";

    private static final List<CommandType<ContactCommand>> COMMANDS =
            List.of(
                    command(
                            "contact.create",
                            CreateContact.class,
                            ADDS,
                            s -> new CreateContact(contact(s))),
                    command("contact.see", SeeContact.class, CLOCK, s -> new SeeContact(seen(s))),
                    command(
                            "contact.update",
                            UpdateContact.class,
                            EDITS,
                            s -> new UpdateContact(s.workspace(), labelled())),
                    command(
                            "contact.block",
                            BlockContact.class,
                            CHANGES,
                            s -> new BlockContact(s.workspace())),
                    command(
                            "contact.unblock",
                            UnblockContact.class,
                            CHANGES,
                            s -> new UnblockContact(s.workspace())),
                    command(
                            "contact.opt_out",
                            OptOutContact.class,
                            CHANGES,
                            s -> new OptOutContact(s.workspace(), "api")),
                    command(
                            "contact.opt_in",
                            OptInContact.class,
                            CHANGES,
                            s -> new OptInContact(s.workspace())),
                    command(
                            "contact.absorb",
                            AbsorbContact.class,
                            CLOCK,
                            s -> new AbsorbContact(seen(s), OTHER)),
                    command(
                            "contact.delete",
                            DeleteContact.class,
                            REMOVES,
                            s -> new DeleteContact(s.workspace())),
                    command(
                            "contact.merge",
                            MergeContact.class,
                            CLOCK,
                            s -> new MergeContact(s.workspace(), OTHER)));
    private static final List<EventType<ContactEvent>> EVENTS =
            List.of(
                    event("contact.created", ContactCreated.class, "A contact was created."),
                    event("contact.updated", ContactUpdated.class, "A contact was updated."),
                    event(
                            "contact.opted_out",
                            ContactOptedOut.class,
                            "A contact opted out of messages."),
                    event(
                            "contact.opted_in",
                            ContactOptedIn.class,
                            "A contact opted in to messages again."),
                    new EventType<>(
                            "contact.merged",
                            ContactMerged.class,
                            "Another contact was merged into a contact.",
                            ContactJson::addMerged),
                    new EventType<>(
                            "contact.deleted",
                            ContactDeleted.class,
                            "A contact was deleted, or merged into another contact.",
                            ContactJson::addInto));

    static final AggregateType<ContactCommand, Lifecycle<Contact>, ContactEvent, Contact> ENTRY =
            new AggregateType<>(
                    "contact",
                    Context.MESSAGES,
                    new ContactDecider(),
                    ContactCommand.class,
                    ContactEvent.class,
                    COMMANDS,
                    EVENTS,
                    List.of(),
                    new ResourceType<>(
                            Optional.of(IdKind.CTC),
                            true,
                            Contact.class,
                            ContactJson::of,
                            Replica.NONE,
                            List.of(
                                    new Index<>("q", Match.WORDS, Contact::words),
                                    new Index<>(
                                            "address",
                                            Match.EXACT,
                                            c ->
                                                    c.addresses().stream()
                                                            .map(ContactAddress::token)
                                                            .toList()),
                                    new Index<>("label", Match.EXACT, Contact::labels),
                                    new Index<>(
                                            "opted_out",
                                            Match.EXACT,
                                            c -> List.of(Boolean.toString(c.optOut() != null))),
                                    new Index<>("merged_id", Match.EXACT, Contact::merged))),
                    Scope.readWrite("contacts", "whatsapp", "automation"));

    private ContactAggregate() {}

    private static Contact contact(Sample s) {
        return new Contact(
                s.id(IdKind.CTC),
                s.workspace(),
                "Ana",
                List.of("4c1d7a90b2e3"),
                List.of(address(ContactAddress.PHONE, "+12025550100", "5f0c3a1e9b7d2846c0a1f3e5")),
                List.of("vip"),
                Map.of("city", "Lisbon"),
                false,
                null,
                List.of(),
                Sample.AT,
                Sample.AT);
    }

    /** The same contact, with an address that a message shows. */
    private static Contact seen(Sample s) {
        Contact known = contact(s);
        return new Contact(
                known.id(),
                known.workspace(),
                null,
                List.of(),
                List.of(
                        address(
                                ContactAddress.BSUID,
                                "US.13491208655302741918",
                                "9b7d2846c0a1f3e55f0c3a1e")),
                List.of(),
                Map.of(),
                false,
                null,
                List.of(),
                Sample.AT,
                Sample.AT);
    }

    private static ContactAddress address(String type, String value, String token) {
        return new ContactAddress(type, value, token, List.of("a90b2e34c1d7"));
    }

    private static ContactPatch labelled() {
        return new ContactPatch(
                List.of("labels"),
                null,
                List.of(),
                List.of(),
                List.of("vip", "newsletter"),
                Map.of());
    }
}
