import { type ContractDocument, type Json, type JsonObject, isObject, isTrue, items, members, text } from './document';

/** One field of an object, in a body or an answer. */
export interface Field {
    readonly name: string;
    readonly required: boolean;
    readonly schema: Json;
}

/** One of several forms that a value can have. */
export interface Variant {
    readonly name: string;
    readonly schema: Json;
}

/** A schema in words. Nested schemas are described on demand, so that circular ones are possible. */
export interface Description {
    readonly type: string;
    readonly description: string;
    readonly constraints: readonly string[];
    readonly values: readonly string[];
    readonly byDefault: string | null;
    readonly example: string | null;
    readonly fields: readonly Field[];
    readonly variants: readonly Variant[];
    readonly readOnly: boolean;
    readonly writeOnly: boolean;
    readonly deprecated: boolean;
}

/** Bounds that are one where they are equal, and a range where there are two. */
const RANGES: readonly (readonly [string, string, string])[] = [
    ['minimum', 'maximum', ''],
    ['minLength', 'maxLength', ' characters'],
    ['minItems', 'maxItems', ' items'],
    ['minProperties', 'maxProperties', ' members'],
];

const BOUNDS: readonly (readonly [string, string])[] = [
    ['exclusiveMinimum', 'more than'],
    ['exclusiveMaximum', 'less than'],
    ['multipleOf', 'a multiple of'],
    ['pattern', 'matches'],
];

/** A value as JSON would write it, without the quotation marks around a text. */
export function shown(value: Json): string {
    return typeof value === 'string' ? value : JSON.stringify(value);
}

export function describe(document: ContractDocument, schema: Json): Description {
    const whole = merged(document, schema, 0);
    const element = isObject(whole.items) ? merged(document, whole.items, 0) : null;
    const values = valuesOf(whole);
    return {
        type: typeOf(document, whole),
        description: text(whole.description),
        constraints: [...constraints(whole), ...(element === null ? [] : elementConstraints(element))],
        values: values.length > 0 || element === null ? values : valuesOf(element),
        byDefault: whole.default === undefined ? null : shown(whole.default),
        example: exampleOf(whole),
        fields: fieldsOf(document, element ?? whole),
        variants: variantsOf(document, element ?? whole),
        readOnly: isTrue(whole.readOnly),
        writeOnly: isTrue(whole.writeOnly),
        deprecated: isTrue(whole.deprecated),
    };
}

/** The example that a schema gives, written as a person would type it. */
export function exampleOf(schema: JsonObject): string | null {
    const example = schema.example ?? items(schema.examples)[0];
    return example === undefined ? null : shown(example);
}

/** A schema and all that it must satisfy besides (`allOf`), as one. */
export function merged(document: ContractDocument, schema: Json, depth: number): JsonObject {
    const own = document.resolve(schema);
    const parts = items(own.allOf);
    if (parts.length === 0 || depth > 8) {
        return own;
    }
    const rest = Object.fromEntries(members(own).filter(([name]) => name !== 'allOf'));
    return parts.map((part) => merged(document, part, depth + 1)).reduceRight<JsonObject>(joined, rest);
}

function joined(above: JsonObject, below: JsonObject): JsonObject {
    const both: Record<string, Json | undefined> = { ...below, ...above };
    if (isObject(above.properties) && isObject(below.properties)) {
        both.properties = { ...below.properties, ...above.properties };
    }
    const required = [...items(below.required), ...items(above.required)];
    if (required.length > 0) {
        both.required = [...new Set(required)];
    }
    return both;
}

function typeOf(document: ContractDocument, schema: JsonObject): string {
    const given = Array.isArray(schema.type) ? items(schema.type) : schema.type === undefined ? [] : [schema.type];
    const names = given.map((name) => (name === 'array' ? `array of ${elementType(document, schema)}` : text(name)));
    if (names.length > 0) {
        const format = text(schema.format);
        return names.join(' or ') + (format === '' ? '' : ` (${format})`);
    }
    if (isObject(schema.properties)) {
        return 'object';
    }
    const known = valuesOf(schema);
    return known.length > 0 ? 'constant' : variantsOf(document, schema).length > 0 ? 'one of several' : 'any';
}

function elementType(document: ContractDocument, schema: JsonObject): string {
    return schema.items === undefined ? 'any' : typeOf(document, merged(document, schema.items, 0));
}

function constraints(schema: JsonObject): readonly string[] {
    const found = RANGES.flatMap(([least, most, unit]) => range(schema[least], schema[most], unit));
    found.push(
        ...BOUNDS.flatMap(([name, words]) => {
            const bound = schema[name];
            return bound === undefined ? [] : [`${words} ${shown(bound)}`];
        }),
    );
    if (isTrue(schema.uniqueItems)) {
        found.push('unique items');
    }
    if (schema.additionalProperties === false) {
        found.push('no other members');
    }
    return found;
}

function range(least: Json | undefined, most: Json | undefined, unit: string): readonly string[] {
    if (least === undefined) {
        return most === undefined ? [] : [`at most ${shown(most)}${unit}`];
    }
    if (most === undefined) {
        return [`at least ${shown(least)}${shown(least) === '1' ? unit.replace(/s$/, '') : unit}`];
    }
    return [least === most ? `exactly ${shown(least)}${unit}` : `${shown(least)} to ${shown(most)}${unit}`];
}

function elementConstraints(element: JsonObject): readonly string[] {
    return constraints(element)
        .filter((words) => words !== 'no other members')
        .map((words) => `each: ${words}`);
}

function valuesOf(schema: JsonObject): readonly string[] {
    return schema.const === undefined ? items(schema.enum).map(shown) : [shown(schema.const)];
}

function fieldsOf(document: ContractDocument, schema: JsonObject): readonly Field[] {
    const required = new Set(items(schema.required));
    const named = members(schema.properties).map(([name, field]) => ({
        name,
        required: required.has(name),
        schema: field,
    }));
    const others = schema.additionalProperties;
    const hasOthers = isObject(others) && Object.keys(document.resolve(others)).length > 0;
    return hasOthers ? [...named, { name: 'any other name', required: false, schema: others }] : named;
}

function variantsOf(document: ContractDocument, schema: JsonObject): readonly Variant[] {
    return [...items(schema.oneOf), ...items(schema.anyOf)].map((variant, index) => {
        const resolved = document.resolve(variant);
        const reference = isObject(variant) ? text(variant.$ref).split('/').at(-1) : '';
        const name = text(resolved.title) || reference;
        return { name: name === undefined || name === '' ? `Form ${index + 1}` : name, schema: variant };
    });
}
