package io.postrider.messaging.media;

/**
 * Content as it was written.
 *
 * @param size in bytes
 * @param sha256 in hexadecimal digits
 * @param type the type that its first bytes show; empty where they show none that is known
 */
public record StoredFile(long size, String sha256, String type) {}
