import type { ContractDocument, Json } from './document';

/** One value that an operation takes beside a body. */
export interface Parameter {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly description: string;
    readonly schema: Json;
    /** The initial value, as a text. */
    readonly example: string;
    readonly hasExample: boolean;
    readonly explode: boolean;
}

export interface Example {
    readonly name: string;
    readonly summary: string;
    readonly value: Json;
}

/** A form that a body or an answer can have. */
export interface Medium {
    readonly type: string;
    readonly schema: Json | null;
    readonly examples: readonly Example[];
}

export interface Body {
    readonly required: boolean;
    readonly description: string;
    readonly media: readonly Medium[];
}

export interface Header {
    readonly name: string;
    readonly description: string;
    readonly schema: Json;
}

export interface Response {
    readonly status: string;
    readonly description: string;
    readonly media: readonly Medium[];
    readonly headers: readonly Header[];
    /** The codes of problems with their meanings; those that any request can meet are grouped by status. */
    readonly problems: readonly ProblemGroup[];
}

export interface ProblemGroup {
    readonly status: string;
    readonly codes: readonly (readonly [string, string])[];
}

/** The credentials that an operation requires. */
export type Caller = 'key' | 'session' | 'none';

export interface Operation {
    readonly id: string;
    readonly surface: string;
    readonly method: string;
    readonly path: string;
    readonly summary: string;
    readonly description: string;
    readonly deprecated: boolean;
    readonly caller: Caller;
    readonly scopes: readonly string[];
    readonly parameters: readonly Parameter[];
    readonly body: Body | null;
    readonly responses: readonly Response[];
    readonly servedBy: string;
}

export interface Surface {
    readonly slug: string;
    readonly name: string;
    readonly description: string;
    readonly operations: readonly Operation[];
}

/** Operations with a common title. */
export interface Guide {
    readonly slug: string;
    readonly title: string;
    readonly text: string;
}

export interface Contract {
    readonly document: ContractDocument;
    readonly title: string;
    readonly version: string;
    readonly description: string;
    /** Parts of the description. */
    readonly guides: readonly Guide[];
    readonly baseUrl: string;
    /** The advice of every problem, by its code. */
    readonly problems: Readonly<Record<string, string>>;
    readonly surfaces: readonly Surface[];
    /** The deliveries to webhooks, which take the place of operations. */
    readonly deliveries: Surface;
}
