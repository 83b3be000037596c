import type { Operation, Parameter } from '../contract/operation';
import type { ContractDocument } from '../contract/document';
import { type Content, type FileNames, contentFaults, contentOf, initialBody } from './content';
import { type Word, unfit } from './quoting';

/** The caller: an API key, or the variable that contains one; the signed-in user, in a workspace; or no caller. */
export type Credential =
    | { readonly kind: 'key'; readonly key: string | null }
    | { readonly kind: 'session'; readonly workspace: string | null }
    | { readonly kind: 'none' };

/** The filled-in values. Parameters without a value are omitted; keys consist of place and name. */
export interface Filled {
    readonly parameters: Readonly<Record<string, string>>;
    readonly medium: string | null;
    readonly body: string | null;
    readonly files: FileNames;
    readonly accept: string;
}

/** A request of which nothing is left to choose. */
export interface Prepared {
    readonly method: string;
    readonly url: string;
    readonly headers: readonly (readonly [string, Word])[];
    readonly content: Content | null;
    readonly readsCookies: boolean;
    readonly keepsCookies: boolean;
    readonly hasAnswer: boolean;
    readonly streams: boolean;
    /** The errors that prevent sending. */
    readonly faults: readonly string[];
}

export const CSRF = 'X-CSRF-Token';

const STREAM = 'text/event-stream';

export function keyOf(parameter: Pick<Parameter, 'name' | 'in'>): string {
    return `${parameter.in} ${parameter.name}`;
}

/** The media types that an operation can answer well, the one that it prefers first. */
export function accepted(operation: Operation): readonly string[] {
    const answered = operation.responses.find(({ status, media }) => status.startsWith('2') && media.length > 0);
    const types = answered?.media.map((medium) => medium.type) ?? [];
    return types.length > 0 ? types : ['application/json'];
}

/** The initial values: everything that is required, and the first example of a body. */
export function initial(operation: Operation): Filled {
    const required = operation.parameters.filter((parameter) => parameter.required);
    const medium = operation.body?.media[0] ?? null;
    return {
        parameters: Object.fromEntries(required.map((parameter) => [keyOf(parameter), parameter.example])),
        medium: medium?.type ?? null,
        body: operation.body === null || medium === null ? null : initialBody(operation.body.required, medium),
        files: {},
        accept: accepted(operation)[0] ?? 'application/json',
    };
}

/** The default caller of an operation. */
export function callerOf(operation: Operation, key: string | null, workspace: string | null = null): Credential {
    switch (operation.caller) {
        case 'key':
            return { kind: 'key', key };
        case 'session':
            return { kind: 'session', workspace };
        case 'none':
            return { kind: 'none' };
    }
}

/** The request of an operation at a base address, with the filled-in values. */
export function prepare(
    document: ContractDocument,
    operation: Operation,
    filled: Filled,
    credential: Credential,
    baseUrl: string,
): Prepared {
    const medium = operation.body?.media.find(({ type }) => type === filled.medium) ?? null;
    const content =
        medium === null || filled.body === null ? null : contentOf(document, medium, filled.files, filled.body);
    const faults: string[] = [];
    const url = baseUrl + pathOf(operation, filled, faults) + queryOf(operation, filled, faults);
    const headers = headersOf(operation, filled, credential, content, faults);
    faults.push(...contentFaults(operation, content));
    return {
        method: operation.method,
        url,
        headers,
        content,
        readsCookies: credential.kind === 'session',
        keepsCookies: operation.responses.some(
            ({ status, headers: answered }) =>
                status.startsWith('2') && answered.some(({ name }) => name === 'Set-Cookie'),
        ),
        hasAnswer: operation.responses.some(({ status, media }) => status.startsWith('2') && media.length > 0),
        streams: filled.accept === STREAM || (content?.kind === 'text' && /"stream"\s*:\s*true/.test(content.text)),
        faults,
    };
}

/** Everything but letters, digits, hyphen, dot, underscore and tilde as bytes (RFC 3986, section 2.3). */
export function encoded(value: string): string {
    return encodeURIComponent(value).replace(
        /[!'()*]/g,
        (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
    );
}

function pathOf(operation: Operation, filled: Filled, faults: string[]): string {
    return operation.path.replace(/\{([^}]*)\}/g, (_, name: string) => {
        const value = filled.parameters[`path ${name}`] ?? '';
        const wrong = value === '' ? 'is required.' : /^\.\.?$/.test(value) ? 'cannot be . or .. alone.' : unfit(value);
        if (wrong !== null) {
            faults.push(`${name}: ${wrong}`);
            return '';
        }
        return encoded(value);
    });
}

function queryOf(operation: Operation, filled: Filled, faults: string[]): string {
    const pairs = operation.parameters
        .filter((parameter) => parameter.in === 'query')
        .flatMap((parameter) => {
            const value = filled.parameters[keyOf(parameter)];
            const wrong = value === undefined ? null : unfit(value);
            if (value === undefined || wrong !== null) {
                faults.push(...(wrong === null ? [] : [`${parameter.name}: ${wrong}`]));
                return [];
            }
            const values = parameter.explode ? value.split(',') : [value];
            return values.map((one) => `${encoded(parameter.name)}=${encoded(one)}`);
        });
    return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

function headersOf(
    operation: Operation,
    filled: Filled,
    credential: Credential,
    content: Content | null,
    faults: string[],
): readonly (readonly [string, Word])[] {
    const headers: (readonly [string, Word])[] = [...credentialHeaders(operation, credential)];
    headers.push(['Accept', { text: filled.accept }]);
    // The boundary between the parts of a form is for the client to choose.
    if (content !== null && content.kind !== 'form' && filled.medium !== null) {
        headers.push(['Content-Type', { text: filled.medium }]);
    }
    for (const parameter of operation.parameters) {
        const value = filled.parameters[keyOf(parameter)];
        if (parameter.in !== 'header' || value === undefined || isCsrf(parameter.name)) {
            continue;
        }
        if (/[^\t\x20-\x7e\x80-\xff]/.test(value)) {
            faults.push(
                `${parameter.name}: a header cannot contain line breaks, control characters or letters beyond Latin.`,
            );
        } else {
            headers.push([parameter.name, { text: value }]);
        }
    }
    return headers;
}

function credentialHeaders(operation: Operation, credential: Credential): readonly (readonly [string, Word])[] {
    switch (credential.kind) {
        case 'key':
            return [['Authorization', bearer(credential.key)]];
        case 'session': {
            const changes = operation.method !== 'GET' && operation.method !== 'HEAD';
            const csrf: readonly [string, Word] = [CSRF, { text: '', variable: 'CSRF_TOKEN' }];
            const named = operation.parameters.some(({ name }) => name === 'Workspace');
            const workspace =
                credential.workspace === null || named ? [] : [['Workspace', { text: credential.workspace }] as const];
            return [...(changes ? [csrf] : []), ...workspace];
        }
        case 'none':
            return [];
    }
}

function bearer(key: string | null): Word {
    return key === null ? { text: 'Bearer ', variable: 'API_KEY' } : { text: `Bearer ${key}` };
}

export function isCsrf(name: string): boolean {
    return name.toLowerCase() === CSRF.toLowerCase();
}
