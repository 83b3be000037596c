package io.postrider.api.decider;

import static java.util.Objects.requireNonNull;

import io.postrider.domain.keys.KeyCommand;
import io.postrider.domain.keys.KeyDecider;
import io.postrider.domain.keys.KeyEvent;
import io.postrider.domain.links.LinkCommand;
import io.postrider.domain.links.LinkDecider;
import io.postrider.domain.links.LinkEvent;
import io.postrider.domain.models.ModelCommand;
import io.postrider.domain.models.ModelDecider;
import io.postrider.domain.models.ModelEvent;
import io.postrider.domain.users.UserCommand;
import io.postrider.domain.users.UserDecider;
import io.postrider.domain.users.UserEvent;
import io.postrider.domain.webhooks.WebhookCommand;
import io.postrider.domain.webhooks.WebhookDecider;
import io.postrider.domain.webhooks.WebhookEvent;
import io.postrider.domain.workspaces.WorkspaceCommand;
import io.postrider.domain.workspaces.WorkspaceDecider;
import io.postrider.domain.workspaces.WorkspaceEvent;
import io.postrider.schemas.Context;
import io.postrider.schemas.SchemaIds;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Function;

/** Which business stands behind which context: the place to add one. */
final class ContextHandlers {

    private final Map<Context, ContextHandler<?, ?, ?, ?>> handlers = new EnumMap<>(Context.class);

    ContextHandlers(Function<Context, ContextHandler<?, ?, ?, ?>> handlers) {
        for (Context context : Context.values()) {
            this.handlers.put(context, handlers.apply(context));
        }
    }

    /** The business of this release. */
    static ContextHandlers shipped(SchemaIds ids) {
        return new ContextHandlers(context -> handler(context, ids));
    }

    ContextHandler<?, ?, ?, ?> of(Context context) {
        return requireNonNull(handlers.get(context));
    }

    private static ContextHandler<?, ?, ?, ?> handler(Context context, SchemaIds ids) {
        return switch (context) {
            case WORKSPACES ->
                    new ContextHandler<>(
                            context,
                            new WorkspaceDecider(),
                            WorkspaceCommand.class,
                            WorkspaceEvent.class,
                            WorkspaceRefusals::of,
                            ids);
            case KEYS ->
                    new ContextHandler<>(
                            context,
                            new KeyDecider(),
                            KeyCommand.class,
                            KeyEvent.class,
                            KeyRefusals::of,
                            ids);
            case LINKS ->
                    new ContextHandler<>(
                            context,
                            new LinkDecider(),
                            LinkCommand.class,
                            LinkEvent.class,
                            LinkRefusals::of,
                            ids);
            case WEBHOOKS ->
                    new ContextHandler<>(
                            context,
                            new WebhookDecider(),
                            WebhookCommand.class,
                            WebhookEvent.class,
                            WebhookRefusals::of,
                            ids);
            case USERS ->
                    new ContextHandler<>(
                            context,
                            new UserDecider(),
                            UserCommand.class,
                            UserEvent.class,
                            UserRefusals::of,
                            ids);
            case MODELS ->
                    new ContextHandler<>(
                            context,
                            new ModelDecider(),
                            ModelCommand.class,
                            ModelEvent.class,
                            ModelRefusals::of,
                            ids);
        };
    }
}
