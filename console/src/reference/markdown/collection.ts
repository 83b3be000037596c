import { prepare, callerOf, initial } from '../command/request';
import type { Contract, Operation } from '../contract/operation';

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/** All operations as a collection of Postman 2.1, which Bruno imports too, in a folder for each surface. */
export function collection(contract: Contract): string {
    return `${JSON.stringify(
        {
            info: { name: contract.title, description: contract.description, schema: SCHEMA },
            variable: [
                { key: 'baseUrl', value: contract.baseUrl },
                { key: 'apiKey', value: '' },
            ],
            auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{apiKey}}', type: 'string' }] },
            item: contract.surfaces.map(({ name, description, operations }) => ({
                name,
                description,
                item: operations.map((operation) => item(contract, operation)),
            })),
        },
        null,
        1,
    )}\n`;
}

function item(contract: Contract, operation: Operation) {
    const request = prepare(contract.document, operation, initial(operation), callerOf(operation, null), '');
    const { content } = request;
    const headers = request.headers.filter(([name]) => name !== 'Authorization');
    return {
        name: operation.summary,
        request: {
            method: request.method,
            description: operation.description,
            // The variable is replaced before the address is read, so that its parts need not be spelled out.
            url: `{{baseUrl}}${request.url}`,
            header: headers.map(([key, { text }]) => ({ key, value: text })),
            ...(operation.caller === 'key' ? {} : { auth: { type: 'noauth' } }),
            ...(content === null ? {} : { body: bodyOf(content) }),
        },
    };
}

function bodyOf(content: NonNullable<ReturnType<typeof prepare>['content']>) {
    switch (content.kind) {
        case 'text':
            return {
                mode: 'raw',
                raw: content.text,
                options: { raw: { language: content.json ? 'json' : 'text' } },
            };
        case 'file':
            return { mode: 'file', file: { src: content.file } };
        case 'form':
            return {
                mode: 'formdata',
                formdata: content.parts.map((part) =>
                    'file' in part
                        ? { key: part.name, type: 'file', src: part.file }
                        : { key: part.name, type: 'text', value: part.value },
                ),
            };
    }
}
