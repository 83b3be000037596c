package io.postrider.platform.traces;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.ContextKey;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import io.opentelemetry.sdk.trace.samplers.SamplingResult;
import java.util.List;

/**
 * Samples a span with an untrusted parent as a root span of the same trace: an anonymous client continues its trace, and cannot
 * force that it is recorded.
 */
final class UntrustedParentSampler implements Sampler {

    private static final ContextKey<Boolean> UNTRUSTED = ContextKey.named("postrider.untrusted");

    private final Sampler sampler;

    UntrustedParentSampler(Sampler sampler) {
        this.sampler = sampler;
    }

    /** The context with its parent marked as untrusted. */
    static Context untrusted(Context context) {
        return context.with(UNTRUSTED, true);
    }

    @Override
    public SamplingResult shouldSample(
            Context parent,
            String traceId,
            String name,
            SpanKind kind,
            Attributes attributes,
            List<LinkData> links) {
        return sampler.shouldSample(
                parent.get(UNTRUSTED) == null ? parent : Context.root(),
                traceId,
                name,
                kind,
                attributes,
                links);
    }

    @Override
    public String getDescription() {
        return "UntrustedParent{" + sampler.getDescription() + "}";
    }
}
