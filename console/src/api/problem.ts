/** One part of a request at fault: `pointer` leads into its body. */
export interface Fault {
    readonly pointer?: string;
    readonly parameter?: string;
    readonly code: string;
    readonly detail: string;
}

/** A refusal (RFC 9457), as the API answered it. */
export class ApiProblem extends Error {
    override readonly name = 'ApiProblem';
    readonly status: number;
    readonly code: string;
    readonly title: string;
    readonly requestId: string | undefined;
    readonly faults: readonly Fault[];
    readonly required: readonly string[];
    /** When asking again may be worth it, in seconds. */
    readonly retryAfter: number | undefined;

    constructor(response: Response, body: unknown) {
        const problem = isRecord(body) ? body : {};
        super(text(problem.detail) ?? `The server answered ${response.status}.`);
        this.status = response.status;
        this.code = text(problem.code) ?? 'unknown';
        this.title = text(problem.title) ?? 'Something went wrong';
        this.requestId = text(problem.request_id) ?? response.headers.get('X-Request-Id') ?? undefined;
        this.faults = Array.isArray(problem.errors) ? problem.errors.filter(isFault) : [];
        this.required = Array.isArray(problem.required)
            ? problem.required.filter((scope) => typeof scope === 'string')
            : [];
        this.retryAfter = seconds(response.headers.get('Retry-After'));
    }
}

/** No answer came: the network or the server is away. */
export class Unreachable extends Error {
    override readonly name = 'Unreachable';

    constructor() {
        super('Postrider cannot be reached. Check your connection, and whether the server runs.');
    }
}

/** Whoever was asked to prove who he is would not. */
export class Unproved extends Error {
    override readonly name = 'Unproved';

    constructor() {
        super('You have not confirmed that it is you, so nothing was changed.');
    }
}

/** What was typed cannot be sent: found before anything was asked. */
export class Malformed extends Error {
    override readonly name = 'Malformed';
    readonly faults: readonly Fault[];

    /** @param pointer where the value would be in the body */
    constructor(pointer: string, detail: string) {
        super('Nothing was sent.');
        this.faults = [{ pointer, code: 'malformed_json', detail }];
    }
}

/** Whether all that is missing is a code of the second factor. */
export function isAskedForCode(failure: unknown): boolean {
    return failure instanceof ApiProblem && failure.code === 'second_factor_required';
}

/** An answer came, and is none of this API: that of a proxy, or of a network that wants a sign-in. */
export class Unreadable extends Error {
    override readonly name = 'Unreadable';

    constructor() {
        super(
            'What came was no answer of the Postrider API. Something between here and the server, such as a proxy, may have answered instead.',
        );
    }
}

/** Whether it may be over soon without anybody doing anything about it. */
export function isPassing(failure: unknown): boolean {
    return (
        failure instanceof Unreachable || (failure instanceof ApiProblem && [502, 503, 504].includes(failure.status))
    );
}

/** What is wrong with the field that a pointer such as `/name` leads to, also with anything within it. */
export function faultsAt(error: unknown, pointer: string): readonly Fault[] {
    const faults = error instanceof ApiProblem || error instanceof Malformed ? error.faults : [];
    return faults.filter((fault) => isAt(fault, pointer));
}

/** Where a fault is, if that is within the field and not the field itself. */
export function placeWithin(fault: Fault, pointer: string): string | undefined {
    const at = pointerOf(fault);
    return at === pointer ? undefined : at;
}

function pointerOf(fault: Fault): string | undefined {
    return fault.pointer?.replace(/^#/, '');
}

function isAt(fault: Fault, pointer: string): boolean {
    const at = pointerOf(fault);
    return at !== undefined && (at === pointer || at.startsWith(`${pointer}/`));
}

function isFault(value: unknown): value is Fault {
    return isRecord(value) && typeof value.code === 'string' && typeof value.detail === 'string';
}

/** The API says it as a number, and others may say it as a date, which nobody here waits for. */
function seconds(value: string | null): number | undefined {
    return value !== null && /^\d{1,6}$/.test(value) ? Number(value) : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
    return typeof value === 'object' && value !== null;
}

function text(value: unknown): string | undefined {
    return typeof value === 'string' && value !== '' ? value : undefined;
}
