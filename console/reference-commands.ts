/**
 * The reference's commands without a page: reads `{document, fill?}` from standard input and prints the command of every
 * operation as `{operationId: command}`. `fill` has, by operation, parameters by place and name, and a body.
 */
import { readFileSync } from 'node:fs';
import { curl } from './src/reference/command/curl';
import { callerOf, initial, prepare } from './src/reference/command/request';
import { readContract } from './src/reference/contract/contract';
import type { JsonObject } from './src/reference/contract/document';

interface Fill {
    readonly parameters?: Readonly<Record<string, string>>;
    readonly body?: string | null;
}

interface Input {
    readonly document: JsonObject;
    readonly fill?: Readonly<Record<string, Fill>>;
}

const { document, fill } = JSON.parse(readFileSync(0, 'utf8')) as Input;
const contract = readContract(document);
const commands: Record<string, string> = {};
for (const operation of contract.surfaces.flatMap((surface) => surface.operations)) {
    const start = initial(operation);
    const given = fill?.[operation.id];
    const filled = {
        ...start,
        parameters: { ...start.parameters, ...given?.parameters },
        body: given?.body === undefined ? start.body : given.body,
    };
    const request = prepare(contract.document, operation, filled, callerOf(operation, null), contract.baseUrl);
    const command = curl(request, 'bash');
    if ('wrong' in command) {
        throw new Error(`${operation.id}: ${command.wrong}`);
    }
    commands[operation.id] = command.text;
}
process.stdout.write(JSON.stringify(commands));
