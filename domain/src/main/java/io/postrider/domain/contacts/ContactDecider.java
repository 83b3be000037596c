package io.postrider.domain.contacts;

import io.postrider.domain.contacts.Contact.OptOut;
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
import io.postrider.domain.contacts.ContactEvent.ContactCreated;
import io.postrider.domain.contacts.ContactEvent.ContactDeleted;
import io.postrider.domain.contacts.ContactEvent.ContactMerged;
import io.postrider.domain.contacts.ContactEvent.ContactOptedIn;
import io.postrider.domain.contacts.ContactEvent.ContactOptedOut;
import io.postrider.domain.contacts.ContactEvent.ContactUpdated;
import io.postrider.domain.kernel.Decider;
import io.postrider.domain.kernel.Decision;
import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.kernel.Lifecycle;
import io.postrider.domain.kernel.Lifecycle.None;
import io.postrider.domain.kernel.Lifecycle.Present;
import io.postrider.domain.kernel.Rejection;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decides on contacts. The id follows from an address, so a contact that was deleted may be created again. */
public final class ContactDecider
        implements Decider<ContactCommand, Lifecycle<Contact>, ContactEvent> {

    @Override
    public Lifecycle<Contact> initialState() {
        return new None<>();
    }

    @Override
    public Decision<ContactEvent> decide(
            Lifecycle<Contact> state, ContactCommand command, Instant at) {
        if (!(state instanceof Present<Contact>(Contact contact))) {
            return switch (command) {
                case CreateContact(Contact wanted) -> created(wanted);
                case SeeContact(Contact seen) -> created(seen);
                case AbsorbContact(Contact other, String from) -> {
                    Contact blank = Contact.blank(other.id(), other.workspace(), other.createdAt());
                    Contact made = blank.absorbing(other, from, at);
                    yield Decision.accept(new ContactCreated(made), new ContactMerged(made, from));
                }
                // It was merged before, or deleted meanwhile.
                case MergeContact _ -> Decision.unchanged();
                default -> Decision.reject(Rejection.notFound("contact"));
            };
        }
        if (!contact.workspace().equals(command.workspace())) {
            return Decision.reject(Rejection.notFound("contact"));
        }
        return switch (command) {
            case CreateContact _ -> Decision.reject(Rejection.exists("contact", contact.id()));
            case SeeContact(Contact seen) -> updated(contact, contact.learning(seen, at), at);
            case UpdateContact(_, ContactPatch patch) ->
                    updated(contact, patch.applyTo(contact, at), at);
            case BlockContact _ -> updated(contact, contact.blocked(true, at), at);
            case UnblockContact _ -> updated(contact, contact.blocked(false, at), at);
            case OptOutContact(_, String source, String category) ->
                    optOut(contact, new OptOut(source, at, category), at);
            case OptInContact(_, String category) -> optIn(contact, category, at);
            case MergeContact(_, String into) ->
                    into.equals(contact.id())
                            ? Decision.unchanged()
                            : Decision.accept(new ContactDeleted(contact.touchedAt(at), into));
            case AbsorbContact(Contact other, String from) ->
                    Decision.accept(new ContactMerged(contact.absorbing(other, from, at), from));
            case DeleteContact _ ->
                    Decision.accept(new ContactDeleted(contact.touchedAt(at), null));
        };
    }

    @Override
    public Lifecycle<Contact> evolve(Lifecycle<Contact> state, ContactEvent event) {
        return Lifecycle.after(event);
    }

    private static Decision<ContactEvent> optOut(Contact contact, OptOut wish, Instant at) {
        return wish.isWithin(contact.optOut())
                ? Decision.unchanged()
                : Decision.accept(new ContactOptedOut(contact.optedOut(wish, at)));
    }

    private static Decision<ContactEvent> optIn(
            Contact contact, @Nullable String category, Instant at) {
        OptOut wish = contact.optOut();
        boolean takesBack =
                wish != null && (wish.isOfMarketing() || !OptOut.MARKETING.equals(category));
        return takesBack
                ? Decision.accept(new ContactOptedIn(contact.optedOut(null, at)))
                : Decision.unchanged();
    }

    private static Decision<ContactEvent> created(Contact contact) {
        return checked(contact.errors(), new ContactCreated(contact));
    }

    private static Decision<ContactEvent> updated(Contact before, Contact after, Instant at) {
        return after.equals(before.touchedAt(at))
                ? Decision.unchanged()
                : checked(after.errors(), new ContactUpdated(after));
    }

    private static Decision<ContactEvent> checked(List<FieldError> errors, ContactEvent event) {
        return errors.isEmpty()
                ? Decision.accept(event)
                : Decision.reject(Rejection.invalid(errors));
    }
}
