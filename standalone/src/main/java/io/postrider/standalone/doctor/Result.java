package io.postrider.standalone.doctor;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The result of a check.
 *
 * @param check what was checked
 * @param detail what was found, in one line
 * @param advice what to do; empty if there is nothing to do
 */
record Result(Status status, String check, String detail, String advice) {

    private static final Pattern BREAKS = Pattern.compile("\\s*\\R\\s*");

    /** Whether a start or a part of the installation fails because of it. */
    enum Status {
        OK,
        WARN,
        FAIL;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    Result {
        detail = BREAKS.matcher(detail.strip()).replaceAll(" ");
    }

    static Result ok(String check, String detail) {
        return new Result(Status.OK, check, detail, "");
    }

    static Result warn(String check, String detail, String advice) {
        return new Result(Status.WARN, check, detail, advice);
    }

    static Result fail(String check, String detail, String advice) {
        return new Result(Status.FAIL, check, detail, advice);
    }
}
