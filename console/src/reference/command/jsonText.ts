/** Texts, and what stands between them, of JSON that was parsed before. */
const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** Whether a text is JSON. */
export function isJson(text: string): boolean {
    try {
        JSON.parse(text);
        return true;
    } catch {
        return false;
    }
}

/** JSON on one line. Numbers and texts stay as they are written, however large or long. */
export function minified(json: string): string {
    return isJson(json) ? (json.match(TOKENS) ?? []).join('') : json;
}

/** JSON on indented lines, with numbers and texts as they are written; anything else as it is. */
export function indented(json: string): string {
    if (!isJson(json)) {
        return json;
    }
    const tokens = json.match(TOKENS) ?? [];
    let out = '';
    let depth = 0;
    tokens.forEach((token, index) => {
        if (token === '}' || token === ']') {
            depth--;
            out += (opens(tokens[index - 1]) ? '' : newLine(depth)) + token;
        } else if (opens(token)) {
            depth++;
            out += token + (closes(tokens[index + 1]) ? '' : newLine(depth));
        } else {
            out += token === ',' ? `,${newLine(depth)}` : token === ':' ? ': ' : token;
        }
    });
    return out;
}

/** JSON without a character beyond ASCII, which not every shell hands on as it is. */
export function ascii(json: string): string {
    return json.replace(/[^\0-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function opens(token: string | undefined): boolean {
    return token === '{' || token === '[';
}

function closes(token: string | undefined): boolean {
    return token === '}' || token === ']';
}

function newLine(depth: number): string {
    return `\n${'  '.repeat(depth)}`;
}
