package io.postrider.platform.traces;

import io.opentelemetry.api.common.AttributeKey;

/** The names of attributes: those of OpenTelemetry's semantic conventions, and Postrider's own. */
public final class SpanAttributes {

    /** The method of a request. */
    public static final AttributeKey<String> METHOD = AttributeKey.stringKey("http.request.method");

    /** The pattern of the path of a request to this server. */
    public static final AttributeKey<String> ROUTE = AttributeKey.stringKey("http.route");

    /** The status of a response. */
    public static final AttributeKey<Long> STATUS =
            AttributeKey.longKey("http.response.status_code");

    /** Why a span failed. */
    public static final AttributeKey<String> ERROR = AttributeKey.stringKey("error.type");

    /** The host that a request goes to. */
    public static final AttributeKey<String> ADDRESS = AttributeKey.stringKey("server.address");

    /** The port that a request goes to. */
    public static final AttributeKey<Long> PORT = AttributeKey.longKey("server.port");

    /** The kind of log. */
    public static final AttributeKey<String> SYSTEM = AttributeKey.stringKey("messaging.system");

    /** The value of {@link #SYSTEM}. */
    public static final String KAFKA = "kafka";

    /** Whether a record is sent or processed. */
    public static final AttributeKey<String> OPERATION =
            AttributeKey.stringKey("messaging.operation.type");

    /** The topic. */
    public static final AttributeKey<String> TOPIC =
            AttributeKey.stringKey("messaging.destination.name");

    /** The partition of a record. */
    public static final AttributeKey<String> PARTITION =
            AttributeKey.stringKey("messaging.destination.partition.id");

    /** The offset of a record. */
    public static final AttributeKey<Long> OFFSET = AttributeKey.longKey("messaging.kafka.offset");

    /** The application that processes a record. */
    public static final AttributeKey<String> GROUP =
            AttributeKey.stringKey("messaging.consumer.group.name");

    /** The id of a command or an event. */
    public static final AttributeKey<String> MESSAGE =
            AttributeKey.stringKey("messaging.message.id");

    /** The type of an event or a command. */
    public static final AttributeKey<String> TYPE = AttributeKey.stringKey("postrider.type");

    /** The workspace. */
    public static final AttributeKey<String> WORKSPACE =
            AttributeKey.stringKey("postrider.workspace");

    /** The id of a request, as its response has it. */
    public static final AttributeKey<String> REQUEST = AttributeKey.stringKey("postrider.request");

    /** The result of a command. */
    public static final AttributeKey<String> RESULT = AttributeKey.stringKey("postrider.result");

    /** A delivery, message or step that an attempt is for. */
    public static final AttributeKey<String> DELIVERY =
            AttributeKey.stringKey("postrider.delivery");

    /** The number of an attempt. */
    public static final AttributeKey<Long> ATTEMPT = AttributeKey.longKey("postrider.attempt");

    /** The rule or webhook whose expressions are evaluated. */
    public static final AttributeKey<String> EVALUATED =
            AttributeKey.stringKey("postrider.evaluated");

    private SpanAttributes() {}
}
