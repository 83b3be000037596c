import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { randomText, seeded } from '../test/random';
import { SHELLS, quoted } from './quoting';

const seed = Date.now() % 1_000_000_000;

/** The argument that a program of Microsoft's C runtime gets, of one argument on its command line. */
function byRuntime(argument: string): string {
    let out = '';
    let inQuotes = false;
    for (let i = 0; i < argument.length; i++) {
        let backslashes = 0;
        while (argument[i] === '\\') {
            backslashes++;
            i++;
        }
        const beforeQuote = argument[i] === '"';
        out += '\\'.repeat(beforeQuote ? Math.floor(backslashes / 2) : backslashes);
        if (beforeQuote && backslashes % 2 === 0) {
            inQuotes = !inQuotes;
        } else if (i < argument.length) {
            expect(inQuotes, 'outside of the quotation').toBe(true);
            out += argument[i] ?? '';
        }
    }
    expect(inQuotes, 'the quotation is open').toBe(false);
    return out;
}

/** The line after cmd has processed it: carets are removed, and no special character is unescaped. */
function byCmd(line: string): string {
    let out = '';
    for (let i = 0; i < line.length; i++) {
        if (line[i] === '^') {
            i++;
        } else {
            expect('()%!"<>&|'.includes(line[i] ?? ''), `bare ${line[i] ?? ''}`).toBe(false);
        }
        out += line[i] ?? '';
    }
    return out;
}

/** The text that PowerShell reads from one string in single quotes. */
function byPowerShell(line: string): string {
    expect(line).toMatch(/^'.*'$/s);
    return line.slice(1, -1).replace(/(['\u2018\u2019\u201a\u201b])(.?)/gsu, (_, quote: string, next: string) => {
        expect(next, 'a bare quote').toBe(quote);
        return quote;
    });
}

describe('quoting', () => {
    it(`hands any text through bash unchanged (seed ${seed})`, () => {
        const random = seeded(seed);
        const texts = Array.from({ length: 300 }, () => randomText(random));
        const script = texts.map((text) => `printf '%s\\0' ${quoted('bash', { text })}`).join('\n');
        const ran = spawnSync('bash', ['--norc', '-c', script], { encoding: 'utf8' });
        expect(ran.stderr).toBe('');
        expect(ran.stdout).toBe(texts.map((text) => `${text}\0`).join(''));
    });

    it(`adds what a variable holds, and nothing that the text looks like (seed ${seed})`, () => {
        const random = seeded(seed + 1);
        const texts = Array.from({ length: 100 }, () => randomText(random));
        const script = texts
            .map((text) => `printf '%s\\0' ${quoted('bash', { text, variable: 'API_KEY' })}`)
            .join('\n');
        const ran = spawnSync('bash', ['--norc', '-c', script], { encoding: 'utf8', env: { API_KEY: 'prk $x `y`' } });
        expect(ran.stdout).toBe(texts.map((text) => `${text}prk $x \`y\`\0`).join(''));
    });

    it(`hands any text of one line through cmd and the C runtime unchanged (seed ${seed})`, () => {
        const random = seeded(seed + 2);
        for (let i = 0; i < 300; i++) {
            const text = randomText(random).replace(/[\r\n]/g, '');
            expect(byRuntime(byCmd(quoted('cmd', { text })))).toBe(text);
        }
    });

    it(`hands any text through PowerShell unchanged (seed ${seed})`, () => {
        const random = seeded(seed + 3);
        for (let i = 0; i < 300; i++) {
            const text = randomText(random);
            expect(byPowerShell(quoted('powershell', { text }))).toBe(text);
        }
    });

    it('names the variable as each shell does', () => {
        const word = { text: 'Authorization: Bearer ', variable: 'API_KEY' };
        expect(SHELLS.map((shell) => quoted(shell, word))).toEqual([
            '"Authorization: Bearer $API_KEY"',
            '"Authorization: Bearer $env:API_KEY"',
            '^"Authorization: Bearer %API_KEY%^"',
        ]);
    });

    it.each(SHELLS)('refuses in %s what no program can be handed', (shell) => {
        expect(() => quoted(shell, { text: 'a\0b' })).toThrow('NUL');
        expect(() => quoted(shell, { text: 'a\ud800b' })).toThrow('surrogate');
    });

    it('refuses a line break in cmd, which has none', () => {
        expect(() => quoted('cmd', { text: 'a\nb' })).toThrow('line break');
    });
});
