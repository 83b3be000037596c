/** Writes the reference as Markdown: reads the OpenAPI document of the first argument and fills the folder of the second. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { readContract } from './src/reference/contract/contract';
import type { JsonObject } from './src/reference/contract/document';
import { referenceFiles } from './src/reference/markdown/files';

const [source, folder] = process.argv.slice(2);
if (source === undefined || folder === undefined) {
    throw new Error('usage: reference-files <openapi.json> <folder>');
}
rmSync(folder, { recursive: true, force: true });
const contract = readContract(JSON.parse(readFileSync(source, 'utf8')) as JsonObject);
for (const [path, content] of referenceFiles(contract)) {
    mkdirSync(dirname(folder + path), { recursive: true });
    writeFileSync(folder + path, content);
}
