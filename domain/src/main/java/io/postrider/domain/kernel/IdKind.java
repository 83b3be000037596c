package io.postrider.domain.kernel;

import java.util.Locale;

/** The kind of resource that an id names; its label is the prefix of the id. */
public enum IdKind {
    WS,
    USR,
    KEY,
    EVT,
    LNK,
    DOM,
    CLK,
    WHK,
    DLV,
    ATT,
    REQ,
    CMD,
    INST,
    MSG,
    MED,
    GRP,
    CTC,
    TPL,
    EP,
    RUL,
    RUN,
    EFF,
    RPL,
    CON,
    INV,
    STA,
    ETY,
    SES;

    /** The prefix without the underscore, for example {@code lnk}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
