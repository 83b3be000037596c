import { type Page, type TestInfo, expect } from '@playwright/test';
import { call, make } from './support/api';
import { SOON, expectAccessible, expectNoSidewaysScrolling, goUntil, pictured, signIn, test, unique } from './support/console';
import { type Graph, type Instance, startGraph } from './support/graph';

const NOW = () => String(Math.floor(Date.now() / 1000));

test('a token that expires pauses the instance, and a new one sends what waits', async ({ page }, info) => {
    await using graph = await startGraph();
    await signIn(page);
    const name = unique('Expired token');
    const instance = await connected(page, graph, name);
    graph.token = 'second-token';
    const [first, second] = [await sent(instance, '+12025550301'), await sent(instance, '+12025550302')];

    const refused = 'Meta refused the access token: it has expired or was revoked.';
    const renew = 'Create a new access token in the Meta app, and save it on the page of the instance.';
    await goUntil(page, pageOf(instance), () => expect(page.getByText(refused)).toBeVisible(SOON));
    await expect(page.getByText('Paused', { exact: true })).toBeVisible();
    await expect(page.getByText(renew)).toBeVisible();
    await looked(page, info, 'token-instance');
    await page.goto(`/user/api/messages/${second.id}`);
    await expect(page.getByText('The message waits until the instance sends again.')).toBeVisible();
    await expect(page.getByText(refused)).toBeVisible();
    await looked(page, info, 'token-message');
    await page.goto('/user/api/instances');
    await expect(page.getByRole('row', { name }).getByText(refused)).toBeVisible();
    await looked(page, info, 'token-list');
    await page.goto('/user/api');
    await expect(attention(page, name).getByText(refused)).toBeVisible();
    await looked(page, info, 'token-home');
    expect(graph.taken).toEqual([]);

    await page.goto(pageOf(instance));
    await page.getByLabel('Access token').fill(graph.token);
    await page.getByRole('button', { name: 'Save and connect' }).click();
    await expect(page.getByText('Connected', { exact: true })).toBeVisible();
    await expect(page.getByText(refused)).toHaveCount(0);
    await expect.poll(() => graph.taken.toSorted()).toEqual(['12025550301', '12025550302']);
    await goUntil(page, `/user/api/messages/${first.id}`, () => expect(page.getByText('Submitted', { exact: true })).toBeVisible(SOON));
});

/** Errors that Meta returns at once or reports later, and the text on the page of the message. */
const ENDS = [
    { code: 131026, later: true, message: 'Message undeliverable', what: /cannot be delivered to this number/, next: /Check the number/ },
    { code: 131047, later: true, message: 'Re-engagement message', what: /More than 24 hours have passed/, next: /Send an approved template/ },
    { code: 131049, later: true, message: 'Not delivered to maintain healthy ecosystem engagement', what: /marketing/, next: /24 hours/ },
    { code: 131051, later: false, message: 'Unsupported message type', what: /does not support this type/, next: /another type/ },
    { code: 368, later: false, status: 403, message: 'Temporarily blocked for policies violations', what: /blocked the account/, next: /WhatsApp Manager/ },
];
const WAITS = [
    { code: 131056, message: '(Business Account, Consumer Account) pair rate limit hit', what: /Too many messages/ },
    { code: 80007, message: 'Rate limit issues', what: /business account has made more calls/ },
    { code: 130429, status: 429, message: 'Rate limit hit', what: /The number sends faster/ },
];

test('the page of a message explains a failure or delay and its remedy', async ({ page }, info) => {
    await using graph = await startGraph();
    await signIn(page);
    const instance = await connected(page, graph, 'Errors');
    for (const [index, { code, later, message, what, next, ...more }] of ENDS.entries()) {
        const phone = `1202555031${index}`;
        if (!later) {
            graph.refusals.set(phone, { code, message, ...more });
        }
        const { id } = await sent(instance, `+${phone}`);
        if (later) {
            await expect.poll(() => graph.taken).toContain(phone);
            const errors = [{ code, title: message, error_data: { details: message } }];
            const failed = { id: `wamid.${id}`, status: 'failed', timestamp: NOW(), recipient_id: phone, biz_opaque_callback_data: id, errors };
            await graph.tellsMessages(instance, { statuses: [failed] });
        }
        await goUntil(page, `/user/api/messages/${id}`, () => expect(page.getByText(what).first()).toBeVisible(SOON));
        await expect(page.getByText(next).first()).toBeVisible();
        await expect(page.getByText(`Code ${code}`).first()).toBeVisible();
        await looked(page, info, `error-${code}`);
    }
    for (const [index, { code, message, what, ...more }] of WAITS.entries()) {
        const phone = `1202555032${index}`;
        graph.refusals.set(phone, { code, message, retryAfter: 7_200, ...more });
        const { id } = await sent(instance, `+${phone}`);
        await goUntil(page, `/user/api/messages/${id}`, () => expect(page.getByText(what)).toBeVisible(SOON));
        await expect(page.getByText(/Postrider sends it again in 2 hours/)).toBeVisible();
        await looked(page, info, `waits-${code}`);
    }
});

test('notices of Meta on number and account are shown on list, page and Home', async ({ page }, info) => {
    await using graph = await startGraph();
    await signIn(page);
    const name = unique('Banned');
    const instance = await connected(page, graph, name);
    const told = async (picture: string, field: string, value: Record<string, unknown>, ...words: RegExp[]) => {
        await graph.tells(instance, field, value);
        for (const said of words) {
            await goUntil(page, pageOf(instance), () => expect(page.getByText(said).first()).toBeVisible(SOON));
        }
        await looked(page, info, picture);
    };
    const quality = (event: string) => ({ display_phone_number: graph.number, event, current_limit: 'TIER_1K' });
    await told('limit', 'phone_number_quality_update', quality('DOWNGRADE'), /Meta lowered the limit of the number: it may start conversations with 1,000 people in 24 hours/);
    await told('flagged', 'phone_number_quality_update', quality('FLAGGED'), /The quality of the number is low/);
    await told('unflagged', 'phone_number_quality_update', quality('UNFLAGGED'), /The quality of the number has recovered/);
    await expect(page.getByText('Connected', { exact: true })).toBeVisible();
    const expiration = Math.floor(Date.now() / 1000) + 3 * 86_400 + 600;
    const restriction_info = [{ restriction_type: 'RESTRICTED_BIZ_INITIATED_MESSAGING', expiration }];
    await told('restricted', 'account_update', { event: 'ACCOUNT_RESTRICTION', restriction_info }, /Meta has restricted the account/, /it cannot start conversations until/);
    const ban_info = { waba_ban_state: 'DISABLE', waba_ban_date: NOW() };
    await told('banned', 'account_update', { event: 'DISABLED_UPDATE', ban_info }, /Meta has disabled the WhatsApp business account/, /Request a review/);
    await page.goto('/user/api/instances');
    await expect(page.getByRole('row', { name }).getByText(/Meta has disabled/)).toBeVisible();
    await looked(page, info, 'banned-list');
    await page.goto('/user/api');
    await expect(attention(page, name).getByText(/Meta has disabled/)).toBeVisible();
    await looked(page, info, 'banned-home');
    const { id } = await sent(instance, '+12025550330');
    await goUntil(page, `/user/api/messages/${id}`, () => expect(page.getByText(/waits until the instance sends again/)).toBeVisible(SOON));
    await expect(page.getByText(/Meta has disabled/)).toBeVisible();
    await looked(page, info, 'banned-message');
});

test('changed numbers, opt-outs and rejected templates are explained in words', async ({ page, expected }, info) => {
    expected.push(/status of 422 .*\/api\/v1\/messages$/);
    await using graph = await startGraph();
    await signIn(page);
    const instance = await connected(page, graph, 'Contacts');
    const [old, next] = [`1203${graph.number.slice(-7)}`, `1204${graph.number.slice(-7)}`];
    const profile = { contacts: [{ wa_id: old, profile: { name: 'Ada' } }] };
    const system = { body: `Ada changed from ${old} to ${next}`, wa_id: next, type: 'user_changed_number' };
    await graph.tellsMessages(instance, { ...profile, messages: [{ from: old, id: `wamid.${old}-1`, timestamp: NOW(), type: 'text', text: { body: 'Hello' } }] });
    await graph.tellsMessages(instance, { messages: [{ from: old, id: `wamid.${old}-2`, timestamp: NOW(), type: 'system', system }] });
    const table = page.getByRole('table', { name: 'Messages' });
    await goUntil(page, pageOf(instance), () => expect(table.getByText(system.body, { exact: true })).toBeVisible(SOON));
    await looked(page, info, 'number-changed');

    const person = `1205${graph.number.slice(-7)}`;
    await graph.tellsMessages(instance, { messages: [{ from: person, id: `wamid.${person}`, timestamp: NOW(), type: 'text', text: { body: 'STOP' } }] });
    await goUntil(page, '/user/api/contacts', () => expect(page.getByText('Opted out').first()).toBeVisible(SOON));
    await page.getByRole('link', { name: `+${person}` }).first().click();
    await expect(page.getByText(/opted out.* Postrider rejects/i)).toBeVisible();
    await looked(page, info, 'opted-out-contact');
    await page.goto(pageOf(instance));
    await page.getByLabel('To', { exact: true }).fill(`+${person}`);
    await page.getByLabel('Text').fill('Hello again');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByLabel('To', { exact: true })).toHaveAccessibleDescription(/opted out of messages/);
    await expect(page.getByText('Opt the contact in on its page, once the person asks for messages again.')).toBeVisible();
    await looked(page, info, 'opted-out-refused');

    for (const [name, event, reason, what] of TEMPLATES) {
        const { id } = await make<{ id: string }>('/templates', {
            instance_id: instance.id, name, language: 'en_US', category: 'utility', components: [{ type: 'BODY', text: 'Your order is ready.' }],
        });
        await graph.tells(instance, 'message_template_status_update', { event, message_template_id: 4711, message_template_name: name, message_template_language: 'en_US', reason });
        await goUntil(page, `/user/api/templates/${id}`, () => expect(page.getByText(what)).toBeVisible(SOON));
        await looked(page, info, name);
    }
});

const TEMPLATES = [
    ['order_paused', 'PAUSED', 'NONE', /paused the template because people blocked or reported it/],
    ['order_rejected', 'REJECTED', 'INCORRECT_CATEGORY', /The category does not fit the text/],
] as const;

const attention = (page: Page, name: string) =>
    page.getByRole('region', { name: 'Needs attention' }).getByRole('listitem').filter({ hasText: name });

const pageOf = (instance: Instance) => `/user/api/instances/${instance.id}`;

/** Makes an instance of the Cloud API, and connects it on its page. */
async function connected(page: Page, graph: Graph, name: string): Promise<Instance> {
    const instance = await graph.instance(name);
    await page.goto(pageOf(instance));
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(page.getByText('Connected', { exact: true })).toBeVisible();
    return instance;
}

function sent(instance: Instance, phone: string): Promise<{ readonly id: string }> {
    return call('POST', '/messages', { instance_id: instance.id, to: { phone }, type: 'text', text: { body: 'Your order is ready.' } });
}

/** The page can be read by all, and on a phone. */
async function looked(page: Page, info: TestInfo, name: string): Promise<void> {
    await expectAccessible(page);
    for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 800 });
        await expectNoSidewaysScrolling(page);
        for (const colorScheme of ['light', 'dark'] as const) {
            await page.emulateMedia({ colorScheme });
            await pictured(page, info.outputPath(`${name}-${width}-${colorScheme}.png`));
        }
    }
    await page.emulateMedia({ colorScheme: null });
    await page.setViewportSize({ width: 1280, height: 800 });
}
