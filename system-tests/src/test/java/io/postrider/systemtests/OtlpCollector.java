package io.postrider.systemtests;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.Span;
import io.postrider.testkit.http.ReceivedRequest;
import io.postrider.testkit.http.RecordingReceiver;
import io.postrider.testkit.http.StubResponse;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A collector of traces that receives OTLP over HTTP. */
final class OtlpCollector implements AutoCloseable {

    private final RecordingReceiver receiver = RecordingReceiver.start(StubResponse.status(200));

    /**
     * A span that was exported.
     *
     * @param parent the id of its parent; empty for none
     */
    record Exported(
            String trace, String id, String parent, String name, Map<String, String> attributes) {}

    /** The value of {@code OTEL_EXPORTER_OTLP_ENDPOINT}. */
    String endpoint() {
        return receiver.url("");
    }

    /** The requests, as they were sent. */
    List<ReceivedRequest> requests() {
        return receiver.requests();
    }

    /** All spans of a trace so far. */
    List<Exported> trace(String id) {
        return receiver.requests().stream()
                .flatMap(OtlpCollector::spans)
                .filter(span -> span.trace().equals(id))
                .toList();
    }

    /** A span of a trace. */
    Optional<Exported> span(String trace, String id) {
        return trace(trace).stream().filter(span -> span.id().equals(id)).findFirst();
    }

    private static Stream<Exported> spans(ReceivedRequest request) {
        try {
            return ExportTraceServiceRequest.parseFrom(request.body())
                    .getResourceSpansList()
                    .stream()
                    .flatMap(resource -> resource.getScopeSpansList().stream())
                    .flatMap(scope -> scope.getSpansList().stream())
                    .map(OtlpCollector::exported);
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Exported exported(Span span) {
        return new Exported(
                hex(span.getTraceId()),
                hex(span.getSpanId()),
                hex(span.getParentSpanId()),
                span.getName(),
                span.getAttributesList().stream()
                        .collect(Collectors.toMap(KeyValue::getKey, OtlpCollector::text)));
    }

    private static String text(KeyValue attribute) {
        return attribute.getValue().hasIntValue()
                ? Long.toString(attribute.getValue().getIntValue())
                : attribute.getValue().getStringValue();
    }

    private static String hex(ByteString bytes) {
        return HexFormat.of().formatHex(bytes.toByteArray());
    }

    @Override
    public void close() {
        receiver.close();
    }
}
