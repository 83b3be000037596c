package io.postrider.standalone.letters;

import io.postrider.schemas.DeadLetter;

/**
 * A dead letter and its place in the topic of dead letters.
 *
 * @param id the key of its record
 */
record Letter(String id, int partition, long offset, DeadLetter content) {}
