import { ContractDocument, type Json, type JsonObject, isObject, isTrue, items, members, text } from './document';
import type {
    Body,
    Contract,
    Example,
    Guide,
    Medium,
    Operation,
    Parameter,
    ProblemGroup,
    Response,
    Surface,
} from './operation';

/** The methods that a path of OpenAPI can have. */
const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);

/** Of an answer the codes that its problem can have, of the document the advice of each. */
const CODES = 'x-problem-codes';

/** The place of outgoing webhooks in the reference; no surface has this name. */
export const DELIVERIES = 'outgoing-webhooks';

/** The name of a surface as part of an address. */
export function slugOf(tag: string): string {
    return tag
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-|-$/g, '');
}

/** Reads an OpenAPI 3.1 document of one piece. */
export function readContract(root: JsonObject): Contract {
    const document = new ContractDocument(root);
    const operations = members(root.paths).flatMap(([path, entry]) => operationsOf(document, path, entry));
    const deliveries = members(root.webhooks).flatMap(([type, entry]) => operationsOf(document, type, entry));
    const info = document.resolve(root.info);
    return {
        document,
        title: text(info.title),
        version: text(info.version),
        description: text(info.description),
        guides: guidesOf(text(info.description)),
        baseUrl: text(document.resolve(items(root.servers)[0]).url),
        problems: Object.fromEntries(members(root[CODES]).map(([code, advice]) => [code, text(advice)])),
        surfaces: surfacesOf(root, operations),
        deliveries: {
            slug: DELIVERIES,
            name: 'Outgoing webhooks',
            description: text(root['x-postrider-deliveries']),
            operations: deliveries.map((delivery) => ({ ...delivery, surface: DELIVERIES })),
        },
    };
}

/** A paragraph that begins with a title in bold is a guide. */
function guidesOf(description: string): readonly Guide[] {
    return description.split(/\n\s*\n/).flatMap((paragraph) => {
        const [, title, rest] = /^\*\*([^*]+)\.\*\*\s+(.*)$/s.exec(paragraph.trim()) ?? [];
        return title === undefined || rest === undefined ? [] : [{ slug: slugOf(title), title, text: rest }];
    });
}

function surfacesOf(root: JsonObject, operations: readonly Operation[]): readonly Surface[] {
    const described = items(root.tags).filter(isObject);
    const named = described.map((tag) => ({ name: text(tag.name), description: text(tag.description) }));
    const slugs = new Set(named.map((tag) => slugOf(tag.name)));
    const others = [...new Set(operations.map((operation) => operation.surface))].filter((slug) => !slugs.has(slug));
    return [...named, ...others.map((slug) => ({ name: slug, description: '' }))]
        .map((tag) => ({ ...tag, slug: slugOf(tag.name) }))
        .map((tag) => ({ ...tag, operations: operations.filter((operation) => operation.surface === tag.slug) }))
        .filter((surface) => surface.operations.length > 0);
}

function operationsOf(document: ContractDocument, path: string, entry: Json): readonly Operation[] {
    const shared = isObject(entry) ? items(entry.parameters) : [];
    return members(entry)
        .filter(([method]) => METHODS.has(method))
        .map(([method, value]) => operationOf(document, method, path, document.resolve(value), shared));
}

function operationOf(
    document: ContractDocument,
    method: string,
    path: string,
    node: JsonObject,
    shared: readonly Json[],
): Operation {
    const security = node.security ?? document.root.security;
    return {
        id: text(node.operationId),
        surface: slugOf(text(items(node.tags)[0]) || 'other'),
        method: method.toUpperCase(),
        path,
        summary: text(node.summary),
        description: text(node.description),
        deprecated: isTrue(node.deprecated),
        ...callerOf(items(security)),
        parameters: parametersOf(document, [...shared, ...items(node.parameters)]),
        body: node.requestBody === undefined ? null : bodyOf(document, document.resolve(node.requestBody)),
        responses: members(node.responses).map(([status, response]) =>
            responseOf(document, status, document.resolve(response)),
        ),
        servedBy: text(node['x-postrider-served-by']),
    };
}

/** A key wherever one will do, since most callers have one. */
function callerOf(security: readonly Json[]): Pick<Operation, 'caller' | 'scopes'> {
    const ways = security.filter(isObject);
    const byKey = ways.find((way) => 'apiKey' in way);
    if (byKey !== undefined) {
        return { caller: 'key', scopes: items(byKey.apiKey).map(text) };
    }
    return { caller: ways.some((way) => 'session' in way) ? 'session' : 'none', scopes: [] };
}

/** A parameter of an operation overrides that of its path. */
function parametersOf(document: ContractDocument, given: readonly Json[]): readonly Parameter[] {
    const known = new Map<string, Parameter>();
    for (const node of given.map((value) => document.resolve(value))) {
        const parameter = parameterOf(document, node);
        known.set(`${parameter.in} ${parameter.name}`, parameter);
    }
    return [...known.values()];
}

function parameterOf(document: ContractDocument, node: JsonObject): Parameter {
    const schema = document.resolve(node.schema);
    const given = node.example ?? examplesOf(document, node)[0]?.value ?? schema.example ?? items(schema.examples)[0];
    const filled = given ?? schema.default ?? schema.const ?? items(schema.enum)[0] ?? sample(schema, text(node.name));
    return {
        name: text(node.name),
        in: text(node.in),
        required: isTrue(node.required),
        description: text(node.description),
        schema: node.schema ?? {},
        example: Array.isArray(filled)
            ? filled.map(String).join(',')
            : typeof filled === 'string'
              ? filled
              : JSON.stringify(filled),
        hasExample: given !== undefined,
        explode: schema.type === 'array' && node.explode !== false && node.in === 'query',
    };
}

function sample(schema: JsonObject, name: string): Json {
    return schema.type === 'integer' || schema.type === 'number' ? 1 : schema.type === 'boolean' ? true : name;
}

function bodyOf(document: ContractDocument, node: JsonObject): Body {
    return { required: isTrue(node.required), description: text(node.description), media: mediaOf(document, node) };
}

function mediaOf(document: ContractDocument, node: JsonObject): readonly Medium[] {
    return members(node.content).map(([type, medium]) => ({
        type,
        schema: isObject(medium) ? (medium.schema ?? null) : null,
        examples: isObject(medium) ? examplesOf(document, medium) : [],
    }));
}

function examplesOf(document: ContractDocument, node: JsonObject): readonly Example[] {
    return members(node.examples).map(([name, given]) => {
        const example = document.resolve(given);
        return { name, summary: text(example.summary) || name, value: example.value ?? null };
    });
}

function responseOf(document: ContractDocument, status: string, node: JsonObject): Response {
    return {
        status,
        description: text(node.description),
        media: mediaOf(document, node),
        headers: members(node.headers).map(([name, header]) => {
            const found = document.resolve(header);
            return { name, description: text(found.description), schema: found.schema ?? {} };
        }),
        problems: problemsOf(document, status, node[CODES]),
    };
}

/** The codes of a status; those of the default answer are listed by status. */
function problemsOf(document: ContractDocument, status: string, codes: Json | undefined): readonly ProblemGroup[] {
    if (isObject(codes)) {
        return members(codes).flatMap(([group, listed]) => problemsOf(document, group, listed));
    }
    const advice = document.resolve(document.root[CODES]);
    const known = items(codes).map((code) => [text(code), text(advice[text(code)])] as const);
    return known.length === 0 ? [] : [{ status, codes: known }];
}
