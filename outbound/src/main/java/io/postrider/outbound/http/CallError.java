package io.postrider.outbound.http;

import java.util.Locale;

/** Why an outbound call got no whole answer: a closed set, so that no address, banner or stack text reaches a tenant. */
public enum CallError {
    /** The host's name could not be resolved. */
    DNS_FAILED("The name of the host could not be resolved."),
    /** The host leads, or one of its addresses leads, where calls must not go. */
    ADDRESS_REFUSED("The host resolves to a private, local or reserved address."),
    /** The host refused the connection. */
    CONNECT_REFUSED("The host refused the connection."),
    /** The host did not answer the connection in time. */
    CONNECT_TIMEOUT("The host did not accept the connection in time."),
    /** There was no way to the host. */
    CONNECT_FAILED("The host could not be reached."),
    /** No TLS session could be agreed on. */
    TLS_FAILED("The TLS handshake failed."),
    /** The certificate is expired or not yet valid. */
    CERTIFICATE_EXPIRED("The certificate expired or is not valid yet."),
    /** The certificate names another host. */
    CERTIFICATE_WRONG_HOST("The certificate is for another host."),
    /** The certificate is not of a trusted authority, or not valid for another reason. */
    CERTIFICATE_INVALID("The certificate is not trusted."),
    /** The whole exchange took longer than its deadline. */
    TIMEOUT("The response was not complete in time."),
    /** The connection was reset before the answer was complete. */
    CONNECTION_RESET("The connection was reset before the response was complete."),
    /** The connection was closed without an answer. */
    CONNECTION_CLOSED("The connection was closed without a response."),
    /** The connection was closed within the answer. */
    RESPONSE_INCOMPLETE("The connection was closed before the response was complete."),
    /** The answer was not HTTP. */
    MALFORMED_RESPONSE("The response was not valid HTTP."),
    /** The answer's head was larger than it may be. */
    RESPONSE_HEADERS_TOO_LARGE("The response headers were too large."),
    /** A fault of Postrider's own; the log says more. */
    INTERNAL_ERROR("The call failed within Postrider.");

    private final String detail;

    CallError(String detail) {
        this.detail = detail;
    }

    /** The stable name of the error in the API and in logs. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** A sentence for people. */
    public String detail() {
        return detail;
    }
}
