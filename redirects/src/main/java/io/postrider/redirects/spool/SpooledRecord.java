package io.postrider.redirects.spool;

/** One record as read back from a lane; {@code startsAt} is its place in the lane, in bytes. */
@SuppressWarnings("ArrayRecordComponent")
record SpooledRecord(long sequence, byte[] payload, long startsAt) {}
