/** A shell that commands are written for. */
export type Shell = 'bash' | 'powershell' | 'cmd';

export const SHELLS: readonly Shell[] = ['bash', 'powershell', 'cmd'];

/** An argument of a command: a text, or a text that ends with the value of a variable. */
export interface Word {
    readonly text: string;
    readonly variable?: string;
}

/** The reason why a text cannot be an argument of any program; null if it can. */
export function unfit(text: string): string | null {
    if (text.includes('\0')) {
        return 'A command cannot contain the character NUL.';
    }
    return /\p{Surrogate}/u.test(text) ? 'The text contains half of a surrogate pair.' : null;
}

/** A word as a shell reads it back, whatever is in it. */
export function quoted(shell: Shell, word: Word): string {
    const wrong = unfit(word.text);
    if (wrong !== null) {
        throw new Error(wrong);
    }
    switch (shell) {
        case 'bash':
            return bash(word);
        case 'powershell':
            return powershell(word);
        case 'cmd':
            return cmd(word);
    }
}

/** POSIX: nothing is special within single quotes but the quote itself. */
function bash({ text, variable }: Word): string {
    if (variable !== undefined) {
        return `"${text.replace(/["$`\\]/g, '\\$&')}$${variable}"`;
    }
    return `'${text.replaceAll("'", "'\\''")}'`;
}

/** PowerShell takes curly quotes for straight ones, and a doubled one for one of its kind. */
function powershell({ text, variable }: Word): string {
    if (variable !== undefined) {
        return `"${text.replace(/["$`\u201c\u201d\u201e]/g, '`$&')}$env:${variable}"`;
    }
    return `'${text.replace(/['\u2018\u2019\u201a\u201b]/g, '$&$&')}'`;
}

/**
 * The program splits its command line by the rules of Microsoft's C runtime; before that, `cmd` looks for characters of its
 * own, and with a caret before each of them it never sees a quotation.
 */
function cmd({ text, variable }: Word): string {
    if (/[\r\n]/.test(text)) {
        throw new Error('cmd cannot pass on a line break. Put the body into a file, or use another shell.');
    }
    const argument = `"${text.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, variable === undefined ? '$1$1' : '$1')}`;
    const escaped = argument.replace(/[()%!^"<>&|]/g, '^$&');
    return variable === undefined ? `${escaped}^"` : `${escaped}%${variable}%^"`;
}

/** The line continuation of each shell. */
export function continuation(shell: Shell): string {
    return { bash: ' \\\n  ', powershell: ' `\n  ', cmd: ' ^\n  ' }[shell];
}
