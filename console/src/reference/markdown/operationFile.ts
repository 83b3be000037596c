import { curl } from '../command/curl';
import { callerOf, initial, prepare } from '../command/request';
import type { ContractDocument, Json } from '../contract/document';
import type { Body, Contract, Medium, Operation, Parameter, ProblemGroup, Response } from '../contract/operation';
import { type Description, describe } from '../contract/schema';

const NONE = 'None';

/** Fields deeper than this are left to the schema itself. */
const DEPTH_MAX = 6;

const TABLE = [
    '| Name | In | Type | Required | Default | Constraints | Example | Description |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
];

/** One operation, or one delivery to receivers, as Markdown under the headings of the page. */
export function operationFile(contract: Contract, operation: Operation, isDelivery: boolean): string {
    const { document } = contract;
    return `${[
        `# ${operation.summary}`,
        `\`${operation.method} ${isDelivery ? 'your URL' : operation.path}\``,
        isDelivery ? `Event type: \`${operation.path}\`` : '',
        operation.deprecated ? '**Deprecated.**' : '',
        operation.description.trim(),
        access(operation),
        '## Parameters',
        parameters(document, operation.parameters),
        '## Request body',
        ...requestBody(document, operation.body),
        '## cURL',
        isDelivery ? NONE : fenced('bash', command(contract, operation)),
        '## Responses',
        ...operation.responses.flatMap((response) => answer(document, response)),
    ]
        .filter((paragraph) => paragraph !== '')
        .join('\n\n')}\n`;
}

/** The command that calls an operation with its examples, ready to run in bash. */
export function command(contract: Contract, operation: Operation): string {
    const request = prepare(
        contract.document,
        operation,
        initial(operation),
        callerOf(operation, null),
        contract.baseUrl,
    );
    const made = curl(request, 'bash');
    if ('wrong' in made) {
        throw new Error(`${operation.id}: ${made.wrong}`);
    }
    return made.text;
}

function access(operation: Operation): string {
    switch (operation.caller) {
        case 'key': {
            const scopes = operation.scopes.map((scope) => `\`${scope}\``).join(', ');
            return `Requires an API key${scopes === '' ? '' : ` with the scope ${scopes}`}.`;
        }
        case 'session':
            return 'Requires the session of a signed-in user.';
        case 'none':
            return 'Requires no authentication.';
    }
}

function parameters(document: ContractDocument, given: readonly Parameter[]): string {
    return given.length === 0 ? NONE : [...TABLE, ...given.map((one) => row(document, one))].join('\n');
}

function row(document: ContractDocument, parameter: Parameter): string {
    const described = describe(document, parameter.schema);
    const cells = [
        `\`${parameter.name}\``,
        parameter.in,
        described.type,
        parameter.required ? 'Required' : 'Optional',
        described.byDefault === null ? '' : `\`${described.byDefault}\``,
        limits(described).join('; '),
        parameter.hasExample ? `\`${parameter.example}\`` : '',
        parameter.description,
    ];
    return `| ${cells.map(cell).join(' | ')} |`;
}

/** A table ends a cell at a bar, in code too, and a row at the end of the line. */
function cell(text: string): string {
    return oneLine(text).replaceAll('|', '\\|');
}

function oneLine(text: string): string {
    return text.trim().replaceAll(/\s*\n\s*/g, ' ');
}

function limits(described: Description): readonly string[] {
    const values = described.values.map((value) => `\`${value}\``).join(', ');
    return values === '' ? described.constraints : [`one of ${values}`, ...described.constraints];
}

function requestBody(document: ContractDocument, body: Body | null): readonly string[] {
    return body === null ? [NONE] : [body.required ? 'Required' : 'Optional', ...media(document, body.media)];
}

/** Forms that have the same schema are described once. */
function media(document: ContractDocument, forms: readonly Medium[]): readonly string[] {
    return forms.flatMap((medium, index) => {
        const before = forms[index - 1]?.schema ?? null;
        const isAsBefore = before !== null && JSON.stringify(before) === JSON.stringify(medium.schema);
        return [
            `\`${medium.type}\``,
            ...(isAsBefore ? ['As above.'] : [schema(document, medium.schema), ...examples(medium)]),
        ];
    });
}

function examples(medium: Medium): readonly string[] {
    return medium.examples.flatMap(({ summary, value }) => [
        `Example: ${summary}`,
        typeof value === 'string' ? fenced('text', value) : fenced('json', JSON.stringify(value, null, 2)),
    ]);
}

function schema(document: ContractDocument, given: Json | null): string {
    if (given === null) {
        return '';
    }
    const whole = describe(document, given);
    const own =
        whole.fields.length + whole.variants.length === 0 || whole.description !== '' ? [`- ${about(whole)}`] : [];
    return [...own, ...fields(document, whole, '', [JSON.stringify(document.resolve(given))])].join('\n');
}

function fields(
    document: ContractDocument,
    whole: Description,
    indent: string,
    above: readonly string[],
): readonly string[] {
    const named = whole.fields.map(({ name, required, schema: of }) => ({
        title: `${name === 'any other name' ? name : `\`${name}\``}${required ? ' (Required)' : ''}`,
        of,
    }));
    const forms = whole.variants.map((variant) => ({ title: `one form, ${variant.name}:`, of: variant.schema }));
    return [...named, ...forms].flatMap(({ title, of }) => {
        const described = describe(document, of);
        const self = JSON.stringify(document.resolve(of));
        const isDeep = above.includes(self) || above.length > DEPTH_MAX;
        return [
            `${indent}- ${title} ${about(described)}`,
            ...(isDeep ? [] : fields(document, described, `${indent}  `, [...above, self])),
        ];
    });
}

function about(described: Description): string {
    const parts = [
        described.type,
        ...limits(described),
        ...(described.byDefault === null ? [] : [`default \`${described.byDefault}\``]),
    ];
    const description = oneLine(described.description);
    return parts.join('; ') + (description === '' ? '' : `. ${description}`);
}

function answer(document: ContractDocument, response: Response): readonly string[] {
    const headers = response.headers.map(({ name }) => `\`${name}\``).join(', ');
    return [
        `### ${response.status}`,
        response.description.trim(),
        headers === '' ? '' : `Headers: ${headers}`,
        ...(response.problems.length > 0 ? response.problems.map(codes) : media(document, response.media)),
    ];
}

function codes(group: ProblemGroup, _index: number, groups: readonly ProblemGroup[]): string {
    const list = group.codes.map(([code, meaning]) => codeLine(code, meaning)).join('\n');
    return groups.length > 1 ? `${group.status}\n\n${list}` : list;
}

/** A code of problems and what to do about it. */
export function codeLine(code: string, meaning: string): string {
    return `- \`${code}\`: ${meaning}`;
}

/** No text that is shown can end its own fence. */
function fenced(language: string, text: string): string {
    let fence = '```';
    while (text.includes(fence)) {
        fence += '`';
    }
    return `${fence}${language}\n${text.trimEnd()}\n${fence}`;
}
