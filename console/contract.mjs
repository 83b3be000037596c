// Joins the files of the contract to one OpenAPI document, and writes the types of the API client from it.
import { load } from 'js-yaml';
import { readFileSync, writeFileSync } from 'node:fs';
import openapiTS, { astToString } from 'openapi-typescript';

const FOLDER = '../contract/src/main/resources/io/postrider/contract/';
const ROOT = 'openapi.yaml';

/** Reads a file. A reference names the file that it leads into, which is this one document now. */
function file(name) {
    return load(readFileSync(FOLDER + name, 'utf8').replaceAll(/(\$ref: ['"]?)[\w-]+\.yaml#/g, '$1#'));
}

const { 'x-postrider-surfaces': surfaces, ...contract } = file(ROOT);
for (const surface of surfaces.map(file)) {
    Object.assign(contract.paths, surface.paths);
    for (const [kind, components] of Object.entries(surface.components ?? {})) {
        contract.components[kind] = { ...contract.components[kind], ...components };
    }
}
// A running service adds the problems of each operation; here they are one answer.
contract.components.responses = {
    ...contract.components.responses,
    AnyProblem: {
        description: '',
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    },
};
for (const operation of Object.values(contract.paths).flatMap(Object.values)) {
    if (operation['x-postrider-served-by'] === undefined) {
        operation.responses.default = { $ref: '#/components/responses/AnyProblem' };
    }
}

const presets = contract.components.schemas.KeyCreate.properties.preset['x-scopes'];
writeFileSync(
    'src/api/presets.gen.ts',
    `export const presets: Record<string, readonly string[]> = ${JSON.stringify(presets)};\n`,
);
writeFileSync('src/api/contract.gen.json', JSON.stringify(contract));
writeFileSync('src/api/contract.gen.ts', astToString(await openapiTS(contract, { defaultNonNullable: false })));
