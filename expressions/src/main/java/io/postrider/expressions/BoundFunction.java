package io.postrider.expressions;

import com.dashjoin.jsonata.Functions;
import com.dashjoin.jsonata.Jsonata.JFunction;
import com.dashjoin.jsonata.Utils;
import io.postrider.expressions.bounds.Budget;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A function of JSONata within the budget of the evaluation that runs. */
@SuppressWarnings("rawtypes") // The library declares raw lists.
final class BoundFunction extends JFunction {

    /** The implementation of a function; it can use the function of the library. */
    interface Body {
        @Nullable Object apply(Arguments arguments, Library library) throws Throwable;
    }

    /** The function of the library. */
    interface Library {
        @Nullable Object call(List<?> arguments);
    }

    private final Body body;

    /** @param method the static method of the library's Functions that has as many arguments */
    BoundFunction(String name, String signature, String method, Body body) {
        super(name, signature, Functions.class, null, method);
        this.body = body;
    }

    @Override
    public @Nullable Object call(@Nullable Object input, List args) {
        Budget budget = Budget.CURRENT.get();
        // Functions that call each other in the last place do so without an evaluation in between.
        budget.enter();
        Object result = apply(new Arguments(args));
        if (result instanceof Number number) {
            result = Utils.convertNumber(number);
        }
        budget.check(result);
        budget.leave();
        return result;
    }

    private @Nullable Object apply(Arguments arguments) {
        try {
            return body.apply(arguments, list -> super.call(null, list));
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
