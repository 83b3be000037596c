import { text } from '../contract/document';
import type { Contract, Operation, Surface } from '../contract/operation';
import { collection } from './collection';
import { codeLine, operationFile } from './operationFile';

/** The file that programs read first; see https://llmstxt.org. */
export const CONTENTS = '/llms.txt';

/** Beside the pages of the console about the same. */
const FOLDER = '/user/api/reference';
const PROBLEMS = `${FOLDER}/problems.md`;

/** A heading that the format gives a meaning: links that a reader with little space leaves out. */
const OPTIONAL: readonly (readonly [string, string, string])[] = [
    ['Problem codes', PROBLEMS, 'every code of a problem, and what to do'],
    ['OpenAPI as JSON', '/api/v1/openapi.json', 'the whole contract'],
    ['OpenAPI as YAML', '/api/v1/openapi.yaml', 'the whole contract'],
    ['AsyncAPI as JSON', '/api/v1/asyncapi.json', 'the records of topics and the bodies of webhooks'],
];

/** Every file of the reference that is read without JavaScript, by its path. */
export function referenceFiles(contract: Contract): ReadonlyMap<string, string> {
    const surfaces = [...contract.surfaces, contract.deliveries];
    const files = new Map<string, string>();
    for (const surface of surfaces) {
        for (const operation of surface.operations) {
            files.set(pathOf(surface, operation), operationFile(contract, operation, surface === contract.deliveries));
        }
    }
    files.set(PROBLEMS, problems(contract));
    files.set(`${FOLDER}/postman.json`, collection(contract));
    files.set(CONTENTS, contents(contract, surfaces));
    return files;
}

function pathOf(surface: Surface, operation: Operation): string {
    return `${FOLDER}/${surface.slug}/${operation.id}.md`;
}

function problems(contract: Contract): string {
    const codes = Object.entries(contract.problems).map(([code, advice]) => codeLine(code, advice));
    return `${['# Problem codes', 'A problem is `application/problem+json` (RFC 9457). Its `code` is one of these.', codes.join('\n')].join('\n\n')}\n`;
}

function contents(contract: Contract, surfaces: readonly Surface[]): string {
    const info = contract.document.resolve(contract.document.root.info);
    const sections = surfaces.flatMap((surface) => [
        `## ${surface.name}`,
        surface.description.trim(),
        surface.operations.map((operation) => entry(contract, surface, operation)).join('\n'),
    ]);
    return `${[
        `# ${contract.title}`,
        `> ${text(info.summary)}`,
        contract.description.trim(),
        ...sections,
        '## Optional',
        OPTIONAL.map(([name, path, about]) => link(contract, name, path, about)).join('\n'),
    ].join('\n\n')}\n`;
}

function entry(contract: Contract, surface: Surface, operation: Operation): string {
    const path = pathOf(surface, operation);
    return surface === contract.deliveries
        ? link(contract, operation.path, path, operation.summary)
        : link(contract, operation.summary, path, `${operation.method} ${operation.path}`);
}

function link(contract: Contract, name: string, path: string, about: string): string {
    return `- [${name}](${contract.baseUrl}${path}): ${about}`;
}
