import { callerNow } from './caller';
import { ApiProblem } from './problem';

/** One message of a stream of server-sent events. */
export interface Message {
    readonly id: string | undefined;
    readonly data: string;
}

/** Splits a stream of text into messages; an incomplete message waits for more text. */
export class MessageReader {
    private rest = '';

    read(text: string): Message[] {
        const parts = (this.rest + text).replaceAll('\r\n', '\n').split('\n\n');
        this.rest = parts.pop() ?? '';
        return parts.map(messageOf).filter((message) => message !== undefined);
    }
}

function messageOf(block: string): Message | undefined {
    const fields = block.split('\n').map((line) => /^(id|data): ?(.*)$/.exec(line));
    const data = fields.filter((field) => field?.[1] === 'data').map((field) => field?.[2] ?? '');
    const id = fields.find((field) => field?.[1] === 'id')?.[2];
    return data.length === 0 ? undefined : { id, data: data.join('\n') };
}

const AGAIN_AFTER = 2_000;

interface Listener {
    readonly path: string;
    readonly signal: AbortSignal;
    readonly onOpen: () => void;
    readonly onMessage: (data: string) => void;
    /** Called when the stream broke off; it then continues at the same place. */
    readonly onBreak: () => void;
}

/**
 * Follows a stream until the signal aborts. It needs a header, which an `EventSource` cannot send. Throws if the stream
 * is rejected.
 */
export async function follow(listener: Listener): Promise<void> {
    let last: string | undefined;
    while (!listener.signal.aborted) {
        try {
            for await (const message of messages(listener, last)) {
                last = message.id ?? last;
                listener.onMessage(message.data);
            }
        } catch (failure) {
            if (failure instanceof ApiProblem) {
                throw failure;
            }
        }
        await brokenOff(listener);
    }
}

async function brokenOff({ signal, onBreak }: Listener): Promise<void> {
    if (!signal.aborted) {
        onBreak();
        await pause(signal);
    }
}

async function* messages(listener: Listener, last: string | undefined): AsyncGenerator<Message> {
    const headers: Record<string, string> = { Accept: 'text/event-stream', Workspace: callerNow().workspace ?? '' };
    if (last !== undefined) {
        headers['Last-Event-ID'] = last;
    }
    const response = await fetch(listener.path, { headers, signal: listener.signal });
    if (!response.ok || response.body === null) {
        throw new ApiProblem(response, await response.json().catch(() => null));
    }
    listener.onOpen();
    const reader = new MessageReader();
    const decoder = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
        const { done, value } = await decoder.read();
        if (done) {
            return;
        }
        yield* reader.read(value);
    }
}

function pause(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
        const timer = setTimeout(resolve, AGAIN_AFTER);
        signal.addEventListener('abort', () => {
            clearTimeout(timer);
            resolve();
        });
    });
}
