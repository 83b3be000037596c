package io.postrider.domain.contacts;

import java.util.List;

/**
 * One address of a contact.
 *
 * @param type the type of address: phone, bsuid, username or email
 * @param value the address as ciphertext under the workspace's data key
 * @param token a keyed hash of type and value, by which the address is found
 * @param words keyed hashes of the beginnings of the value, by which it is searched
 */
public record ContactAddress(String type, String value, String token, List<String> words) {

    public static final String PHONE = "phone";
    public static final String BSUID = "bsuid";
    public static final String USERNAME = "username";
    public static final String EMAIL = "email";

    /** The types of addresses. */
    public static final List<String> TYPES = List.of(PHONE, BSUID, USERNAME, EMAIL);

    public ContactAddress {
        words = List.copyOf(words);
    }
}
