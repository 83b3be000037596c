/**
 * The reference's commands without a page: reads `{document, fill?, language?}` from standard input and prints the command of
 * every operation as `{operationId: command}`, or the program in a language where there is one. `fill` has, by operation,
 * parameters by place and name, and a body.
 */
import { readFileSync } from 'node:fs';
import { curl } from './src/reference/command/curl';
import { type Language, sample } from './src/reference/command/samples';
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
    readonly language?: Language;
}

const { document, fill, language } = JSON.parse(readFileSync(0, 'utf8')) as Input;
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
    const command = language === undefined ? curl(request, 'bash') : sample(request, language);
    if ('text' in command) {
        commands[operation.id] = command.text;
    } else if (language === undefined || request.content?.kind !== 'form') {
        throw new Error(`${operation.id}: ${command.wrong}`);
    }
}
process.stdout.write(JSON.stringify(commands));
