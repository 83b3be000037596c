import { execFileSync, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SNIPPETS } from './snippets';

const SECRET = `whsec_${Buffer.from('thirty-two bytes of a secret....').toString('base64')}`;
const BODY = '{"type":"link.clicked","data":{"name":"é"}}';

function signed(at = Math.floor(Date.now() / 1000)): Record<string, string> {
    const key = Buffer.from(SECRET.slice('whsec_'.length), 'base64');
    const signature = createHmac('sha256', key).update(`evt_1.${at}.${BODY}`).digest('base64');
    return { 'webhook-id': 'evt_1', 'webhook-timestamp': String(at), 'webhook-signature': `v1,AAAA v1,${signature}` };
}

/** A genuine delivery, and one each with another body, time, ID and signature: headers, and the body. */
function deliveries(): readonly (readonly [Record<string, string>, string])[] {
    return [
        [signed(), BODY],
        [signed(), `${BODY} `],
        [signed(1_700_000_000), BODY],
        [{ ...signed(), 'webhook-id': 'evt_2' }, BODY],
        [{ ...signed(), 'webhook-signature': 'v1,' }, BODY],
    ];
}

/** A file with a snippet, and the command that prints its verdict on id, timestamp, signatures, body and secret. */
interface Program {
    readonly file: string;
    readonly text: (snippet: string) => string;
    readonly command: readonly string[];
}

const PROGRAMS: Readonly<Record<string, Program>> = {
    'Node.js': {
        file: 'verify.mjs',
        text: (snippet) => `${snippet}
const [id, timestamp, signatures, body, secret] = process.argv.slice(2);
const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures };
console.log(isGenuine(headers, body, secret));`,
        command: ['node'],
    },
    Python: {
        file: 'verify.py',
        text: (snippet) => `${snippet}
import sys
names = ["webhook-id", "webhook-timestamp", "webhook-signature"]
print(str(is_genuine(dict(zip(names, sys.argv[1:4])), sys.argv[4].encode(), sys.argv[5])).lower())`,
        command: ['python3'],
    },
    Java: {
        file: 'Verify.java',
        text: (snippet) =>
            `${snippet.replace('final class Webhooks {', 'class Webhooks {')}
class Verify {
    public static void main(String[] given) throws Exception {
        byte[] body = Base64.getDecoder().decode(System.getenv("BODY"));
        System.out.println(Webhooks.isGenuine(given[0], given[1], given[2], body, given[4]));
    }
}`
                // The launcher runs the first class of a file.
                .replace(/(import[^]*?;\n\n)(class Webhooks[^]*)(class Verify[^]*)/, '$1$3\n$2'),
        command: ['java'],
    },
    Go: {
        file: 'verify.go',
        text: (
            snippet,
        ) => `${snippet.replace('package webhooks', 'package main').replace('import (', 'import (\n\t"fmt"\n\t"os"')}
func main() {
	headers := http.Header{}
	for number, name := range []string{"webhook-id", "webhook-timestamp", "webhook-signature"} {
		headers.Set(name, os.Args[number+1])
	}
	fmt.Println(IsGenuine(headers, []byte(os.Args[4]), os.Args[5]))
}`,
        command: ['go', 'run'],
    },
};

const isInstalled = (name: string) => {
    const [tool = ''] = PROGRAMS[name]?.command ?? [];
    return spawnSync(tool, [tool === 'go' ? 'version' : '--version']).status === 0;
};

let directory = '';
beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'snippets-'));
});
afterAll(() => {
    rmSync(directory, { recursive: true });
});

describe('the verification of a signature', () => {
    it.each(SNIPPETS)('has a test in $name', ({ name }) => {
        expect(PROGRAMS).toHaveProperty([name]);
    });

    for (const { name, text } of SNIPPETS) {
        it.skipIf(!isInstalled(name))(`in ${name} accepts genuine deliveries only`, { timeout: 120_000 }, () => {
            const program = PROGRAMS[name];
            if (program === undefined) {
                throw new Error(`no program in ${name}`);
            }
            const file = join(directory, program.file);
            writeFileSync(file, program.text(text));
            const verdicts = deliveries().map(([headers, body]) => {
                const [tool = '', ...options] = program.command;
                const given = [...Object.values(headers), body, SECRET];
                const env = { ...process.env, BODY: Buffer.from(body).toString('base64') };
                return execFileSync(tool, [...options, file, ...given], { encoding: 'utf8', env }).trim();
            });

            expect(verdicts).toEqual(['true', 'false', 'false', 'false', 'false']);
        });
    }
});
