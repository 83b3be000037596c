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
    const authorization =
        key === undefined ? '"Authorization: Bearer $API_KEY"' : quoted(`Authorization: Bearer ${key}`);
    const lines = [
        `curl --fail-with-body${method === 'GET' ? '' : ` -X ${method}`} ${quoted(url)}`,
        `-H ${authorization}`,
        "-H 'Accept: application/json'",
    ];
    if (body !== undefined) {
        lines.push("-H 'Content-Type: application/json'", `--data-raw ${quoted(body)}`);
    }
    return lines.join(' \\\n  ');
}

/** As one word of a POSIX shell, whatever is in it. */
export function quoted(text: string): string {
    return `'${text.replaceAll("'", `'\\''`)}'`;
}
