package io.postrider.decider;

import static java.util.Objects.requireNonNull;

import io.postrider.schemas.Context;
import io.postrider.schemas.catalogue.Catalogue;
import io.postrider.schemas.codec.SchemaIds;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Function;

/** The handlers of all contexts in one version of the decision logic. */
final class ContextHandlers {

    private final Map<Context, ContextHandler> handlers = new EnumMap<>(Context.class);

    ContextHandlers(Function<Context, ContextHandler> handlers) {
        for (Context context : Context.values()) {
            this.handlers.put(context, handlers.apply(context));
        }
    }

    /** The deciders of the catalogue. */
    static ContextHandlers shipped(SchemaIds ids) {
        return new ContextHandlers(
                context -> new ContextHandler(context, Catalogue.of(context), ids));
    }

    ContextHandler of(Context context) {
        return requireNonNull(handlers.get(context));
    }
}
