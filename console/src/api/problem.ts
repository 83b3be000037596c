/** A fault in a part of a request: `pointer` leads into its body. */
export interface Fault {
    readonly pointer?: string;
    readonly parameter?: string;
    readonly code: string;
    readonly detail: string;
}

/** A problem of the API (RFC 9457). */
export class ApiProblem extends Error {
    override readonly name = 'ApiProblem';
    readonly status: number;
    readonly code: string;
    readonly title: string;
    readonly requestId: string | undefined;
    readonly faults: readonly Fault[];
    readonly required: readonly string[];
    /** Seconds until a retry may succeed. */
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

/** No response: the network or the server is down. */
export class Unreachable extends Error {
    override readonly name = 'Unreachable';

    constructor() {
        super('Postrider cannot be reached. Check your connection, and whether the server runs.');
    }
}

/** The user declined to authenticate again. */
export class Unproved extends Error {
    override readonly name = 'Unproved';

    constructor() {
        super('You did not confirm your identity, so nothing was changed.');
    }
}

/** Invalid input that was found before a request was sent. */
export class Malformed extends Error {
    override readonly name = 'Malformed';
    readonly faults: readonly Fault[];

    /**
     * @param pointer JSON pointer of the value in the body
     */
    constructor(pointer: string, detail: string) {
        super('Nothing was sent.');
        this.faults = [{ pointer, code: 'malformed_json', detail }];
    }
}

/** Whether only a code of the second factor is missing. */
export function isAskedForCode(failure: unknown): boolean {
    return failure instanceof ApiProblem && failure.code === 'second_factor_required';
}

/** A response that is not from this API, but from a proxy, or from a network that requires a sign-in. */
export class Unreadable extends Error {
    override readonly name = 'Unreadable';

    constructor() {
        super(
            'The response is not from the Postrider API. A proxy between the browser and the server may have sent it.',
        );
    }
}

/** Whether a failure may end without action by the user. */
export function isPassing(failure: unknown): boolean {
    return (
        failure instanceof Unreachable || (failure instanceof ApiProblem && [502, 503, 504].includes(failure.status))
    );
}

/** The faults of the field that a pointer such as `/name` names, including those of its parts. */
export function faultsAt(error: unknown, pointer: string): readonly Fault[] {
    const faults = error instanceof ApiProblem || error instanceof Malformed ? error.faults : [];
    return faults.filter((fault) => isAt(fault, pointer));
}

/** The place of a fault within a field; undefined for the field itself. */
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

/** The seconds of a `Retry-After` header; undefined for a date, which the API does not send. */
function seconds(value: string | null): number | undefined {
    return value !== null && /^\d{1,6}$/.test(value) ? Number(value) : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
    return typeof value === 'object' && value !== null;
}

function text(value: unknown): string | undefined {
    return typeof value === 'string' && value !== '' ? value : undefined;
}
