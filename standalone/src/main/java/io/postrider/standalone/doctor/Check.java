package io.postrider.standalone.doctor;

import java.util.List;
import java.util.concurrent.Callable;

/**
 * A check that has not run yet.
 *
 * @param name what it checks, for the case that it does not end
 * @param body returns at least one result
 */
record Check(String name, Callable<List<Result>> body) {}
