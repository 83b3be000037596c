import { type Word, continuation, quoted } from '../reference/command/quoting';

/** What a cURL command is made of. */
export interface Command {
    readonly method: string;
    readonly url: string;
    /** The key itself; without it the command takes the one in `$API_KEY`. */
    readonly key?: string;
    readonly body?: string | undefined;
}

/** A command for a POSIX shell that does what a call did. */
export function curl({ method, url, key, body }: Command): string {
    const authorization: Word =
        key === undefined
            ? { text: 'Authorization: Bearer ', variable: 'API_KEY' }
            : { text: `Authorization: Bearer ${key}` };
    const lines = [
        `curl --fail-with-body${method === 'GET' ? '' : ` -X ${method}`} ${quoted('bash', { text: url })}`,
        `-H ${quoted('bash', authorization)}`,
        `-H ${quoted('bash', { text: 'Accept: application/json' })}`,
    ];
    if (body !== undefined) {
        lines.push(`-H ${quoted('bash', { text: 'Content-Type: application/json' })}`);
        lines.push(`--data-raw ${quoted('bash', { text: body })}`);
    }
    return lines.join(continuation('bash'));
}
