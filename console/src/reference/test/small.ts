import type { JsonObject } from '../contract/document';

const ok = {
    description: 'Fine.',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
};

/** A small contract with something of everything. */
export const small: JsonObject = {
    openapi: '3.1.0',
    info: { title: 'Small', version: '1.0.0', description: 'Things.\n\n**Cars.** All about cars.' },
    servers: [{ url: 'https://example.com' }],
    security: [],
    tags: [{ name: 'Some things', description: 'All about things.' }],
    'x-problem-codes': {
        thing_taken: 'Another thing has this name.',
        bad_request: 'It is bad.',
        not_found: 'It is not there.',
    },
    paths: {
        '/api/v1/things': {
            post: {
                operationId: 'createThing',
                tags: ['Some things'],
                summary: 'Make a thing',
                security: [{ apiKey: ['things:write'] }],
                parameters: [
                    { $ref: '#/components/parameters/Key' },
                    { name: 'X-Note', in: 'header', schema: { type: 'string' } },
                ],
                requestBody: {
                    required: true,
                    content: {
                        'application/json': {
                            schema: { $ref: '#/components/schemas/Thing' },
                            examples: { here: { summary: 'Here', value: { name: "It's here" } } },
                        },
                    },
                },
                responses: {
                    '201': { ...ok, headers: { Location: { $ref: '#/components/headers/Location' } } },
                    '409': {
                        description: 'Conflict',
                        'x-problem-codes': ['thing_taken'],
                        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Thing' } } },
                    },
                    default: {
                        description: 'Any',
                        'x-problem-codes': { '400': ['bad_request'], '404': ['not_found'] },
                    },
                },
            },
        },
        '/api/v1/things/{id}': {
            parameters: [{ name: 'id', in: 'path', required: true, example: 'thg_0', schema: { type: 'string' } }],
            get: {
                operationId: 'getThing',
                tags: ['Some things'],
                security: [{ apiKey: ['things:read'] }],
                parameters: [
                    { name: 'id', in: 'path', required: true, example: 'thg_1', schema: { type: 'string' } },
                    { name: 'tag', in: 'query', schema: { type: 'string', default: 'none' } },
                    { name: 'all', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
                ],
                responses: {
                    '200': { description: 'One.', content: { 'application/json': {}, 'text/event-stream': {} } },
                },
            },
            put: {
                operationId: 'put',
                tags: ['Some things'],
                requestBody: {
                    required: true,
                    content: { 'image/png': { schema: { type: 'string', format: 'binary' } } },
                },
                responses: { '200': ok },
            },
        },
        '/api/v1/things/{id}/enable': {
            post: {
                operationId: 'enable',
                tags: ['Some things'],
                parameters: [{ name: 'id', in: 'path', required: true, example: 'thg_1', schema: { type: 'string' } }],
                requestBody: { content: { 'application/json': { examples: { nothing: { value: {} } } } } },
                responses: { '200': ok },
            },
        },
        '/api/v1/uploads': {
            post: {
                operationId: 'upload',
                tags: ['Some things'],
                requestBody: {
                    required: true,
                    content: {
                        'multipart/form-data': {
                            schema: {
                                type: 'object',
                                properties: { file: { type: 'string', format: 'binary' }, note: { type: 'string' } },
                            },
                            examples: { one: { value: { note: '@home' } } },
                        },
                    },
                },
                responses: { '200': ok },
            },
        },
        '/api/v1/session': {
            post: {
                operationId: 'signIn',
                tags: ['Some things'],
                responses: { '200': { ...ok, headers: { 'Set-Cookie': {} } } },
            },
            delete: {
                operationId: 'signOut',
                tags: ['Some things'],
                security: [{ session: [] }],
                parameters: [{ name: 'X-CSRF-Token', in: 'header', schema: { type: 'string' } }],
                responses: { '204': { description: 'Out.' } },
            },
        },
    },
    webhooks: { 'thing.made': { post: { operationId: 'onThingMade', tags: ['Webhooks'], responses: {} } } },
    components: {
        headers: { Location: { description: 'Where it is.', schema: { type: 'string' } } },
        parameters: { Key: { name: 'Idempotency-Key', in: 'header', schema: { type: 'string' }, example: 'k1' } },
        schemas: {
            Thing: {
                type: 'object',
                required: ['name'],
                properties: {
                    name: { type: 'string', minLength: 1, maxLength: 10, description: 'What it is called.' },
                    within: { $ref: '#/components/schemas/Thing', description: 'What it is in.' },
                    kinds: {
                        type: ['array', 'null'],
                        maxItems: 3,
                        items: { type: 'string', enum: ['small', 'large'] },
                    },
                    shape: {
                        oneOf: [
                            { $ref: '#/components/schemas/Circle' },
                            {
                                title: 'Square',
                                type: 'object',
                                properties: { side: { type: 'number', exclusiveMinimum: 0 } },
                            },
                        ],
                    },
                },
            },
            Circle: {
                allOf: [
                    { type: 'object', required: ['radius'], properties: { radius: { type: 'integer', default: 1 } } },
                    { required: ['name'], properties: { name: { const: 'circle' } } },
                ],
            },
            Loop: { $ref: '#/components/schemas/Loop' },
        },
    },
};
