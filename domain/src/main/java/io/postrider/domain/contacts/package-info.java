/** Contacts: the people that messages are exchanged with, and their addresses. */
@NullMarked
package io.postrider.domain.contacts;

import org.jspecify.annotations.NullMarked;
