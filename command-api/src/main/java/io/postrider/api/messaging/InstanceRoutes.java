package io.postrider.api.messaging;

import io.postrider.api.http.Answer;
import io.postrider.api.http.ApiRequest;
import io.postrider.api.http.ApiRoute;
import io.postrider.api.http.ApiRoutes;
import io.postrider.api.http.Bound;
import io.postrider.api.http.Call;
import io.postrider.api.http.Checked;
import io.postrider.api.http.Creation;
import io.postrider.api.http.Problem;
import io.postrider.api.http.ResourceApi;
import io.postrider.api.messaging.InstanceFields.NewInstance;
import io.postrider.domain.instances.Instance;
import io.postrider.domain.instances.InstanceCommand.ConnectInstance;
import io.postrider.domain.instances.InstanceCommand.CreateInstance;
import io.postrider.domain.instances.InstanceCommand.DeleteInstance;
import io.postrider.domain.instances.InstanceCommand.LogOutInstance;
import io.postrider.domain.instances.InstanceCommand.PauseInstance;
import io.postrider.domain.instances.InstanceCommand.RestartInstance;
import io.postrider.domain.instances.InstanceCommand.ResumeInstance;
import io.postrider.domain.instances.InstanceCommand.UpdateInstance;
import io.postrider.domain.instances.InstancePatch;
import java.time.Instant;
import java.util.List;
import reactor.core.publisher.Mono;

/** The operations on instances. */
final class InstanceRoutes implements ApiRoutes {

    static final String PATH = "/api/v1/instances";

    private final ResourceApi<Instance> api;
    private final InstanceFields fields;
    private final InstanceSecrets secrets;
    private final Bound bound;
    private final SandboxDefaults sandbox;

    InstanceRoutes(
            ResourceApi<Instance> api,
            InstanceFields fields,
            InstanceSecrets secrets,
            Bound bound,
            SandboxDefaults sandbox) {
        this.api = api;
        this.fields = fields;
        this.secrets = secrets;
        this.bound = bound;
        this.sandbox = sandbox;
    }

    @Override
    public List<ApiRoute> routes() {
        return List.of(
                api.create(request -> fields.create(request.fields()), bound, this::creation),
                api.list("instances"),
                api.get("instance"),
                api.updateBy(request -> fields.update(request.fields()), this::update),
                api.delete(DeleteInstance::new),
                api.action("connect", ConnectInstance::new),
                api.action("pause", PauseInstance::new),
                api.action("resume", ResumeInstance::new),
                api.action("restart", RestartInstance::new),
                api.action("logout", LogOutInstance::new));
    }

    private Checked<Creation> creation(
            ApiRequest request, NewInstance wanted, String id, Instant now) {
        String workspace = request.workspace();
        Instance blank = Instance.blank(id, workspace, wanted.provider(), sandbox.text(), now);
        InstancePatch patch = blank.isSandbox() ? sandbox.complete(wanted.patch()) : wanted.patch();
        return secrets.seal(workspace, id, patch)
                .map(sealed -> Creation.of(new CreateInstance(sealed.applyTo(blank, now))))
                .orElseGet(() -> Checked.refused(Problem.secretsUnavailable()));
    }

    private Mono<Answer> update(Call<InstancePatch> call) {
        String workspace = call.workspace();
        return secrets.seal(workspace, call.target().id(), call.body())
                .map(sealed ->
                        api.send(call, new UpdateInstance(workspace, sealed)).map(api::shown))
                .orElseGet(() -> Mono.just(Problem.secretsUnavailable()));
    }
}
