package io.postrider.dispatch.delivery;

/** Hears of receivers that answered 410 and want nothing more. */
@FunctionalInterface
interface GoneReceivers {

    /** Has the endpoint disabled; returns at once. A report that is made twice does no harm. */
    void report(String workspace, String endpoint);
}
