import type { Medium, Operation } from '../contract/operation';
import { type ContractDocument, type Json, isObject, members } from '../contract/document';
import { merged } from '../contract/schema';
import { unfit } from './quoting';

/** A field of a form: a text, or a file. */
export type Part = { readonly name: string; readonly value: string } | { readonly name: string; readonly file: string };

/** The content of a request. */
export type Content =
    | { readonly kind: 'text'; readonly text: string; readonly json: boolean }
    | { readonly kind: 'file'; readonly file: string }
    | { readonly kind: 'form'; readonly parts: readonly Part[] };

/** The names of chosen files, by the fields of a form; the empty name is the body itself. */
export type FileNames = Readonly<Record<string, string>>;

const NO_FILE = 'file.bin';

export function isJsonType(type: string): boolean {
    return /[/+]json$/.test(type);
}

export function isForm(type: string): boolean {
    return type === 'multipart/form-data';
}

/** Whether a body is binary. */
export function isBinary(document: ContractDocument, medium: Medium): boolean {
    if (isForm(medium.type) || isJsonType(medium.type)) {
        return false;
    }
    const schema = medium.schema === null ? {} : document.resolve(medium.schema);
    return schema.format === 'binary' || /^(application\/octet-stream|image\/|audio\/|video\/)/.test(medium.type);
}

/** The fields of a form that are files. */
export function fileFields(document: ContractDocument, medium: Medium): readonly string[] {
    const schema = medium.schema === null ? {} : merged(document, medium.schema, 0);
    return members(schema.properties)
        .filter(([, field]) => document.resolve(field).format === 'binary')
        .map(([name]) => name);
}

/** An example as it is written into a body. */
export function exampleText(medium: Medium, index = 0): string | null {
    const value = medium.examples[index]?.value;
    if (value === undefined) {
        return null;
    }
    return typeof value === 'string' && !isJsonType(medium.type) ? value : JSON.stringify(value, null, 2);
}

/** The initial body; an optional body with an empty example is omitted. */
export function initialBody(required: boolean, medium: Medium): string | null {
    const example = exampleText(medium);
    if (!required && (example === null || example === '{}')) {
        return null;
    }
    return example ?? (isJsonType(medium.type) || isForm(medium.type) ? '{}' : '');
}

export function contentOf(document: ContractDocument, medium: Medium, files: FileNames, body: string): Content {
    if (isForm(medium.type)) {
        return { kind: 'form', parts: partsOf(fileFields(document, medium), files, body) };
    }
    return isBinary(document, medium)
        ? { kind: 'file', file: files[''] ?? NO_FILE }
        : { kind: 'text', text: body, json: isJsonType(medium.type) };
}

/** The reason why a body cannot be sent. */
export function contentFaults(operation: Operation, content: Content | null): readonly string[] {
    if (content === null) {
        return operation.body?.required === true ? ['Request body: is required.'] : [];
    }
    return textsOf(content)
        .map(unfit)
        .filter((wrong) => wrong !== null)
        .map((wrong) => `Request body: ${wrong}`);
}

function textsOf(content: Content): readonly string[] {
    switch (content.kind) {
        case 'text':
            return [content.text];
        case 'file':
            return [content.file];
        case 'form':
            return content.parts.map((part) => part.name + ('file' in part ? part.file : part.value));
    }
}

/** The files of binary parts, and the text of the other parts. */
function partsOf(binary: readonly string[], files: FileNames, body: string): readonly Part[] {
    const names = new Set(binary);
    return [
        ...binary.map((name) => ({ name, file: files[name] ?? NO_FILE })),
        ...members(parsed(body))
            .filter(([name]) => !names.has(name))
            .map(([name, value]) => ({ name, value: typeof value === 'string' ? value : JSON.stringify(value) })),
    ];
}

function parsed(body: string): Json {
    try {
        const value = JSON.parse(body) as Json;
        return isObject(value) ? value : {};
    } catch {
        return {};
    }
}
