package io.postrider.outbound.egress;

/** What the egress policy says of one address. */
public enum AddressClass {
    /** An address of the public internet. */
    PUBLIC,
    /** An address inside a block that the operator opened; only these may be reached over plain http. */
    ALLOW_LISTED,
    /** A private, reserved or translating address that is not permitted. */
    DENIED
}
