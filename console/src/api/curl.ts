import { COOKIES } from '../reference/command/curl';
import { type Word, continuation, quoted } from '../reference/command/quoting';

/** The parts of a cURL command. */
export interface Command {
    readonly method: string;
    readonly url: string;
    /** The key itself; without it the command takes the one in `$API_KEY`. */
    readonly key?: string;
    readonly body?: string | undefined;
    /** A form with a file is sent. */
    readonly form?: boolean;
    /**
     * The call was made for one version of a resource; the command applies to any version, so that it can be repeated.
     */
    readonly matched?: boolean;
    /** The call needs a session, not a key, as calls about a user do. */
    readonly inSession?: boolean;
}

/** A command for a POSIX shell that does what a call did. */
export function curl({ method, url, key, body, form = false, matched = false, inSession = false }: Command): string {
    const lines = [
        `curl --fail-with-body${method === 'GET' ? '' : ` -X ${method}`} ${quoted('bash', { text: url })}`,
        ...(inSession ? session(method) : [`-H ${quoted('bash', authorization(key))}`]),
        `-H ${quoted('bash', { text: 'Accept: application/json' })}`,
    ];
    if (matched) {
        lines.push(`-H ${quoted('bash', { text: 'If-Match: *' })}`);
    }
    if (body !== undefined) {
        lines.push(`-H ${quoted('bash', { text: 'Content-Type: application/json' })}`);
        lines.push(`--data-raw ${quoted('bash', { text: body })}`);
    }
    if (form) {
        lines.push('-F file=@file');
    }
    return lines.join(continuation('bash'));
}

function authorization(key: string | undefined): Word {
    return key === undefined
        ? { text: 'Authorization: Bearer ', variable: 'API_KEY' }
        : { text: `Authorization: Bearer ${key}` };
}

/** A change may begin another session, whose cookie is kept. */
function session(method: string): readonly string[] {
    return method === 'GET'
        ? [`--cookie ${COOKIES}`]
        : [
              `--cookie ${COOKIES} --cookie-jar ${COOKIES}`,
              `-H ${quoted('bash', { text: 'X-CSRF-Token: ', variable: 'CSRF_TOKEN' })}`,
          ];
}
