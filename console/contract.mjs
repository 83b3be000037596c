// Writes the types of the API client, and what the console reads of the contract, from the document that the contract module makes.
import { readFileSync, writeFileSync } from 'node:fs';
import openapiTS, { astToString } from 'openapi-typescript';

const contract = JSON.parse(
    readFileSync('../contract/target/classes/io/postrider/contract/published/openapi.json', 'utf8'),
);
// Problems have one schema, so that for the client one answer stands for all of them.
for (const operation of Object.values(contract.paths).flatMap(Object.values)) {
    for (const [status, { $ref }] of Object.entries(operation.responses)) {
        const isProblem =
            $ref !== undefined && contract.components.responses[$ref.split('/').at(-1)]['x-problem-codes'];
        if (isProblem && status !== 'default') {
            delete operation.responses[status];
        }
    }
}
const { AnyProblem } = contract.components.responses;
contract.components.responses = { AnyProblem };
contract.webhooks = {};

const presets = contract.components.schemas.KeyCreate.properties.preset['x-scopes'];
writeFileSync(
    'src/api/presets.gen.ts',
    `export const presets: Record<string, readonly string[]> = ${JSON.stringify(presets)};\n`,
);
writeFileSync('src/api/contract.gen.json', JSON.stringify(contract));
writeFileSync('src/api/contract.gen.ts', astToString(await openapiTS(contract, { defaultNonNullable: false })));
