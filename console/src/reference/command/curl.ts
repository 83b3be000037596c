import type { Part } from './content';
import { ascii, minified } from './jsonText';
import { type Shell, type Word, continuation, quoted } from './quoting';
import type { Prepared } from './request';

/** The file in which curl stores the session cookie. */
export const COOKIES = 'postrider-cookies.txt';

/** A command, or why there is none for this shell. */
export type Command = { readonly text: string } | { readonly wrong: string };

/** The command that makes a request, ready to run in a shell. */
export function curl(request: Prepared, shell: Shell): Command {
    const [wrong] = request.faults;
    if (wrong !== undefined) {
        return { wrong };
    }
    try {
        const lines = [firstLine(request, shell), ...options(request, shell)];
        return { text: lines.join(continuation(shell)) };
    } catch (refused) {
        return { wrong: refused instanceof Error ? refused.message : String(refused) };
    }
}

function firstLine(request: Prepared, shell: Shell): string {
    const parts = ['curl', '--fail-with-body'];
    if (!request.hasAnswer) {
        // Without a body nothing would be seen but for the status and the headers.
        parts.push('--include');
    }
    if (request.streams) {
        parts.push('--no-buffer');
    }
    if (request.method === 'HEAD') {
        parts.push('--head');
    } else if (request.method !== 'GET') {
        parts.push('-X', request.method);
    }
    return [...parts, quoted(shell, { text: request.url })].join(' ');
}

function options(request: Prepared, shell: Shell): readonly string[] {
    return [
        ...(request.readsCookies ? [`--cookie ${COOKIES}`] : []),
        ...(request.keepsCookies ? [`--cookie-jar ${COOKIES}`] : []),
        ...request.headers.map(([name, value]) => `-H ${quoted(shell, header(name, value))}`),
        ...body(request, shell),
    ];
}

/** curl takes a header with a colon and nothing behind it for one that is to be left out. */
function header(name: string, value: Word): Word {
    const isEmpty = value.text === '' && value.variable === undefined;
    return { ...value, text: isEmpty ? `${name};` : `${name}: ${value.text}` };
}

function body({ content }: Prepared, shell: Shell): readonly string[] {
    switch (content?.kind) {
        case undefined:
            return [];
        case 'text':
            return [`--data-raw ${quoted(shell, { text: content.json ? json(content.text, shell) : content.text })}`];
        case 'file':
            return [`--data-binary ${quoted(shell, { text: `@${content.file}` })}`];
        case 'form':
            return content.parts.map((part) => formField(part, shell));
    }
}

/** cmd has no line breaks, and what Windows hands to curl is not UTF-8. */
function json(text: string, shell: Shell): string {
    switch (shell) {
        case 'bash':
            return text;
        case 'powershell':
            return ascii(text);
        case 'cmd':
            return ascii(minified(text));
    }
}

/** curl reads more into a name of a file than the name, unless it is in quotation marks. */
function formField(part: Part, shell: Shell): string {
    if (!('file' in part)) {
        return `--form-string ${quoted(shell, { text: `${part.name}=${part.value}` })}`;
    }
    const file = /[;,"\\\s]/.test(part.file) ? `"${part.file.replace(/["\\]/g, '\\$&')}"` : part.file;
    return `-F ${quoted(shell, { text: `${part.name}=@${file}` })}`;
}
