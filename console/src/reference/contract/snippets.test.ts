import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { SNIPPETS } from './snippets';

const SECRET = `whsec_${Buffer.from('thirty-two bytes of a secret....').toString('base64')}`;
const BODY = '{"type":"link.clicked","data":{"name":"é"}}';

function signed(at = Math.floor(Date.now() / 1000)): Record<string, string> {
    const key = Buffer.from(SECRET.slice('whsec_'.length), 'base64');
    const signature = createHmac('sha256', key).update(`evt_1.${at}.${BODY}`).digest('base64');
    return { 'webhook-id': 'evt_1', 'webhook-timestamp': String(at), 'webhook-signature': `v1,AAAA v1,${signature}` };
}

it('the check in JavaScript takes what is genuine and nothing else', () => {
    const deliveries = [
        [signed(), BODY],
        [signed(), `${BODY} `],
        [signed(1_700_000_000), BODY],
        [{ ...signed(), 'webhook-id': 'evt_2' }, BODY],
        [{ ...signed(), 'webhook-signature': 'v1,' }, BODY],
    ];
    const snippet = SNIPPETS.find(({ name }) => name === 'Node.js')?.text ?? '';
    const script = `${snippet}
        const [deliveries, secret] = JSON.parse(process.argv.at(-1));
        console.log(JSON.stringify(deliveries.map(([headers, body]) => isGenuine(headers, body, secret))));`;
    const printed = execFileSync(
        process.execPath,
        ['--input-type=module', '--eval', script, '--', JSON.stringify([deliveries, SECRET])],
        { encoding: 'utf8' },
    );

    expect(JSON.parse(printed)).toEqual([true, false, false, false, false]);
});
