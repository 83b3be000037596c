/** Anything that JSON can say. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object, with members in the order in which they are written. */
export interface JsonObject {
    readonly [name: string]: Json | undefined;
}

export function isObject(value: Json | undefined): value is JsonObject {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The members of what should be an object; none where it is not one. */
export function members(value: Json | undefined): readonly (readonly [string, Json])[] {
    return isObject(value)
        ? Object.entries(value).filter((entry): entry is [string, Json] => entry[1] !== undefined)
        : [];
}

export function items(value: Json | undefined): readonly Json[] {
    return Array.isArray(value) ? (value as readonly Json[]) : [];
}

export function text(value: Json | undefined): string {
    return typeof value === 'string' ? value : '';
}

export function isTrue(value: Json | undefined): boolean {
    return value === true;
}

/** More references in a row than any document has that is not a circle. */
const HOPS_MAX = 20;

/** One OpenAPI document, in which references are looked up. */
export class ContractDocument {
    readonly root: JsonObject;

    constructor(root: JsonObject) {
        this.root = root;
    }

    /**
     * The target of a reference. Members beside a `$ref`, which OpenAPI 3.1 allows, override those of the target.
     *
     * @throws Error if a reference points to nothing, out of the document, or in a circle
     */
    resolve(value: Json | undefined): JsonObject {
        let found: JsonObject = isObject(value) ? value : {};
        for (let hops = 0; typeof found.$ref === 'string'; hops++) {
            if (hops === HOPS_MAX) {
                throw new Error(`${found.$ref} is a circular reference`);
            }
            const { $ref, ...beside } = found;
            found = { ...this.at(text($ref)), ...beside };
        }
        return found;
    }

    private at(reference: string): JsonObject {
        if (!reference.startsWith('#/')) {
            throw new Error(`${reference} points outside the document`);
        }
        let found: Json | undefined = this.root;
        for (const step of reference.slice(2).split('/')) {
            const name = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
            found = isObject(found) ? found[name] : undefined;
        }
        if (!isObject(found)) {
            throw new Error(`${reference} points to nothing`);
        }
        return found;
    }
}
