import { type Page, expect } from '@playwright/test';
import { call } from './support/api';
import { SOON, expectAccessible, goUntil, pictured, signIn, test, unique } from './support/console';
import { isSigned, startReceiver } from './support/receiver';

interface Listed<T> {
    readonly data: readonly T[];
}

interface Published {
    readonly data: readonly [{ readonly id: string }];
}

/** Makes a rule from a template on its page, with some of its fields replaced, and publishes it there. */
async function publish(page: Page, template: RegExp, name: string, fields: Record<string, (text: string) => string> = {}) {
    await page.goto('/user/api/rules/new');
    await page.getByRole('radio', { name: template }).check();
    await page.getByLabel('Name', { exact: true }).fill(name);
    for (const [label, change] of Object.entries(fields)) {
        const field = page.getByLabel(label, { exact: true });
        await field.fill(change(await field.inputValue()));
    }
    await page.getByRole('button', { name: 'Create draft' }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await page.getByRole('button', { name: 'Publish' }).click();
    await expect(page.getByText('The draft is the same as the active version 1.')).toBeVisible();
    return page.url().replace(/.*\//, '');
}

/** An instance of the sandbox that is connected; a rule that is made from now on names it. */
async function connected(): Promise<string> {
    const { id } = await call<{ id: string }>('POST', '/instances', { name: unique('Shop'), provider: 'sandbox' });
    await call('POST', `/instances/${id}/connect`);
    const state = async () => (await call<{ state: string }>('GET', `/instances/${id}`)).state;
    await expect.poll(state, { timeout: 60_000 }).toBe('connected');
    return id;
}

async function event(type: string, data: Record<string, unknown>): Promise<string> {
    return (await call<Published>('POST', '/events', { type, data })).data[0].id;
}

/** The run of a rule, once it has ended well. */
async function succeeded(ruleId: string): Promise<{ id: string; event_id: string }> {
    let run: { id: string; event_id: string; status: string } | undefined;
    await expect(async () => {
        const { data } = await call<Listed<NonNullable<typeof run>>>('GET', `/automation/runs?rule_id=${ruleId}`);
        run = data.find(({ status }) => status === 'succeeded');
        expect(data.map(({ status }) => status)).toContain('succeeded');
    }).toPass();
    return run as { id: string; event_id: string };
}

test('each template works from a click to its effect', async ({ page }, info) => {
    await using receiver = await startReceiver();
    const instance = await connected();
    await signIn(page);
    const own = (text: string) => text.replace(/inst_[0-9a-z…]+/g, instance).replace(/https:\/\/(crm|chat)\.example\.com/g, new URL(receiver.url).origin);
    const rules: string[] = [];

    const order = await publish(page, /^Order paid/, unique('Order'), { Actions: own });
    await event('order.paid', { order_id: 'T1', phone: '+12025550100' });
    await succeeded(order);
    const sent = page.getByRole('table', { name: 'Messages' }).getByText(/Thank you for your order/);
    await goUntil(page, `/user/api/instances/${instance}`, () => expect(sent.first()).toBeVisible(SOON));

    const click = await publish(page, /^Click/, unique('Click'), { Actions: own });
    const { short_url } = await call<{ short_url: string }>('POST', '/links', { url: 'https://www.example.com/told' });
    const agent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
    await fetch(short_url, { redirect: 'manual', headers: { 'User-Agent': agent, 'Accept-Language': 'de' } });
    await succeeded(click);
    await expect.poll(() => receiver.received.map(({ body }) => body).join()).toContain('https://www.example.com/told');

    const reply = await publish(page, /^Message received/, unique('Reply'), { Actions: own });
    rules.push(order, click, reply);
    await call('POST', '/sandbox/inbound', { instance_id: instance, from: { phone: '+12025550100' }, type: 'text', text: { body: 'Is it open?' } });
    await succeeded(reply);
    const answered = page.getByRole('table', { name: 'Messages' }).getByText(/Is it open/);
    await goUntil(page, `/user/api/instances/${instance}`, () => expect(answered).toHaveCount(2, SOON));

    const form = await publish(page, /^Form/, unique('Form'));
    const email = `${unique('ada').replace(' ', '.')}@example.com`;
    await event('form.submitted', { name: 'Ada', email });
    await succeeded(form);
    const contacts = async () => JSON.stringify(await call('GET', '/contacts?limit=100'));
    await expect.poll(contacts).toContain(email);

    const expired = await publish(page, /^Link expired/, unique('Expired'), { Actions: own });
    const ends = new Date(Date.now() + 3_000).toISOString();
    await call('POST', '/links', { url: 'https://www.example.com/ends', expires_at: ends });
    const { id } = await succeeded(expired);
    await expect.poll(() => receiver.received.map(({ body }) => body).join()).toContain('has expired');
    await goUntil(page, `/user/api/runs/${id}`, () => expect(page.getByText('Succeeded').first()).toBeVisible(SOON));
    await pictured(page, info.outputPath('run.png'));
    for (const rule of [...rules, form, expired]) {
        await call('POST', `/automation/rules/${rule}/pause`);
    }
});

test('the story of an order: message, click and call, each linked to the one before', async ({ page }, info) => {
    await using receiver = await startReceiver();
    const instance = await connected();
    const types = ['order.paid', 'link.created', 'message.accepted', 'link.clicked', 'vip.followed', 'automation.run.succeeded'];
    const { secret } = await call<{ secret: string }>('POST', '/webhooks', { url: receiver.url, event_types: types });
    await signIn(page);
    const thanks = await publish(page, /^Order paid/, unique('Thank VIP buyers'), {
        Filter: () => 'event.data.total > 100',
        Actions: (text) => text.replace(/inst_[0-9a-z…]+/g, instance).replace('/orders/', '/vip/'),
    });
    const followed = await publish(page, /^Empty/, unique('VIP followed'), {
        'Types of events': () => 'link.clicked',
        Filter: () => "event.data.url.startsWith('https://shop.example.com/vip/')",
        Actions: () =>
            JSON.stringify([{ key: 'tell', type: 'event.emit', with: { jsonata: "{'type': 'vip.followed', 'data': {'url': event.data.url}}" } }]),
    });

    await event('order.paid', { order_id: 'small', total: 5, phone: '+12025550100' });
    const paid = await event('order.paid', { order_id: 'V1', total: 500, phone: '+12025550100' });
    const run = await succeeded(thanks);
    expect(run.event_id).toBe(paid);
    const effects = page.getByRole('table', { name: 'Events from runs' });
    await goUntil(page, `/user/api/events/${paid}`, () => expect(effects.getByText('message.accepted')).toBeVisible(SOON));
    await expect(page.getByRole('table', { name: 'Runs for the event' }).getByText(run.id)).toBeVisible();
    await expectAccessible(page);
    await pictured(page, info.outputPath('effects.png'));

    await effects.getByRole('link', { name: 'link.created' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'link.created' })).toBeVisible();
    const cause = page.getByRole('region', { name: 'Cause' });
    await expect(cause.getByRole('link', { name: run.id })).toBeVisible();
    await expect(cause.getByRole('link', { name: 'order.paid' })).toBeVisible();
    await pictured(page, info.outputPath('cause.png'));

    const { data } = await call<Listed<{ data: { short_url: string; url: string } }>>('GET', '/events?types=link.created&limit=100');
    const made = data.find((each) => each.data.url === 'https://shop.example.com/vip/V1');
    await fetch(made?.data.short_url ?? '', { redirect: 'manual' });
    const second = await succeeded(followed);
    const told = effects.getByRole('link', { name: 'vip.followed' });
    await goUntil(page, `/user/api/events/${second.event_id}`, () => expect(told).toBeVisible(SOON));
    await expect(page.getByRole('heading', { level: 1, name: 'link.clicked' })).toBeVisible();
    await told.click();
    await expect(page.getByRole('heading', { level: 1, name: 'vip.followed' })).toBeVisible();
    await expect(cause.getByRole('link', { name: second.id })).toBeVisible();
    await cause.getByRole('link', { name: 'link.clicked' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'link.clicked' })).toBeVisible();
    await expect(cause.getByRole('link', { name: 'link.created' })).toBeVisible();
    await pictured(page, info.outputPath('clicked.png'));

    const seen = () => new Set(receiver.received.map(({ body }) => (JSON.parse(body) as { type: string }).type));
    await expect.poll(() => [...seen()].sort(), { timeout: 60_000 }).toEqual([...types].sort());
    expect(receiver.received.filter((request) => !isSigned(request, secret))).toEqual([]);
    await call('POST', `/automation/rules/${thanks}/pause`);
    await call('POST', `/automation/rules/${followed}/pause`);
});
