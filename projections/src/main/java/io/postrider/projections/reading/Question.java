package io.postrider.projections.reading;

import io.postrider.platform.reads.ReadAnswer;
import io.postrider.platform.reads.ReadQuestion;

/** Answers one kind of question from the local store; may read the disk, so it runs where that is allowed. */
@FunctionalInterface
public interface Question {

    /** The answer; nothing of another workspace than the question's. */
    ReadAnswer answer(ReadQuestion question);
}
