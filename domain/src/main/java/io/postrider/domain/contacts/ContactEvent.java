package io.postrider.domain.contacts;

import io.postrider.domain.kernel.ResourceEvent;
import org.jspecify.annotations.Nullable;

/** Events of contacts; each carries the contact after the change. */
public sealed interface ContactEvent extends ResourceEvent<Contact> {

    /** The contact after the change. */
    Contact contact();

    @Override
    default Contact resource() {
        return contact();
    }

    /** A contact was created. */
    record ContactCreated(Contact contact) implements ContactEvent {}

    /** Some fields of a contact were changed. */
    record ContactUpdated(Contact contact) implements ContactEvent {}

    /** A contact wants no messages. */
    record ContactOptedOut(Contact contact) implements ContactEvent {}

    /** A contact wants messages again. */
    record ContactOptedIn(Contact contact) implements ContactEvent {}

    /**
     * Another contact was merged into this one.
     *
     * @param from the id of the other contact
     */
    record ContactMerged(Contact contact, String from) implements ContactEvent {}

    /**
     * A contact was deleted.
     *
     * @param into the contact into which it was merged; null for none
     */
    record ContactDeleted(Contact contact, @Nullable String into) implements ContactEvent {
        @Override
        public boolean deletes() {
            return true;
        }
    }
}
