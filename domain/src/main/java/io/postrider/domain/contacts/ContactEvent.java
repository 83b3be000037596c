package io.postrider.domain.contacts;

import io.postrider.domain.kernel.ResourceEvent;

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

    /** A contact was deleted. */
    record ContactDeleted(Contact contact) implements ContactEvent {
        @Override
        public boolean deletes() {
            return true;
        }
    }
}
