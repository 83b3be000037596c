import { type BrowserContext, expect } from '@playwright/test';
import { addressOf, pages } from '../../../console/src/shell/routes';
import { HOSTILE_NAMES, call, make } from './support/api';
import { BASE, SOON, expectAccessible, expectNoSidewaysScrolling, goUntil, pictured, signIn, test as base } from './support/console';

interface Made {
    readonly id: string;
}

/** All pages of a worker are in one context: its user signs in once, and its scripts are compiled once. */
const test = base.extend<object, { shared: BrowserContext }>({
    shared: [
        async ({ browser }, use) => {
            const context = await browser.newContext({ baseURL: BASE });
            await use(context);
            await context.close();
        },
        { scope: 'worker' },
    ],
    page: async ({ shared }, use) => {
        const page = await shared.newPage();
        await use(page);
        await page.close();
    },
});

/** In CSS pixels: a desktop, and the least that WCAG asks for (1.4.10). POSTRIDER_BROWSER_WIDTHS names others. */
const WIDTHS = (process.env.POSTRIDER_BROWSER_WIDTHS ?? '1280,320').split(',').map(Number);

/** Makes something once in each worker. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
    let made: Promise<T> | undefined;
    return () => (made ??= make());
}

/** An example of each path that names a resource. */
const EXAMPLES: Record<string, () => Promise<string>> = {
    '/api/keys/:id': once(async () => (await make<Made>('/keys', { name: 'looked at', preset: 'links' })).id),
    '/api/links/:id': once(async () => {
        const link = await madeLink();
        await call('PATCH', `/links/${link.id}`, { title: 'Looked at again' });
        return link.id;
    }),
    '/api/webhooks/:id': async () => (await madeWebhook()).id,
    '/api/deliveries/:id': async () => found(`/deliveries?webhook_id=${(await madeWebhook()).id}`),
    '/api/instances/:id': async () => (await madeInstance()).id,
    '/api/contacts/:id': async () => (await madeContact()).id,
    '/api/groups/:id': async () => (await madeGroup()).id,
    '/api/templates/:id': async () => (await madeTemplate()).id,
    '/api/endpoints/:id': async () => (await madeEndpoint()).id,
    '/api/rules/:id': async () => (await madeRule()).id,
    '/api/runs/:id': async () => (await madeRun()).id,
    '/api/messages/:id': async () => (await madeMessage()).id,
    '/api/events/:id': async () => found('/events?types=link.created'),
};

/** The addresses of all pages by a name for screenshots; a page without an example of its path fails here. */
const PAGES = new Map([
    ['no-such-page', () => Promise.resolve('/api/no-such-page')],
    ...pages.map((page): [string, () => Promise<string>] => {
        const address = addressOf(page);
        const name = address.replace('/api', 'api').replaceAll(/[/:]+/g, '-');
        if (!address.includes(':')) {
            return [name, () => Promise.resolve(address)];
        }
        const example = EXAMPLES[address];
        if (!example) {
            throw new Error(`pages.spec.ts has no example of ${address}`);
        }
        return [name, async () => address.replace(':id', await example())];
    }),
]);

const madeLink = once((): Promise<Made> => {
    return make<Made>('/links', {
        url: 'https://www.example.com/looked-at',
        title: 'Looked at',
        tags: ['mail'],
    });
});

const madeWebhook = once((): Promise<Made> => {
    return make<Made>('/webhooks', {
        url: 'https://www.example.com/hooks',
        event_types: ['link.*'],
        enabled: false,
    });
});

const madeInstance = once((): Promise<Made> => {
    return make<Made>('/instances', { name: 'Looked at', provider: 'sandbox' });
});

const madeTemplate = once(async (): Promise<Made> => {
    const instance = await madeInstance();
    return make<Made>('/templates', {
        instance_id: instance.id,
        name: 'looked_at',
        language: 'en_US',
        category: 'utility',
        components: [{ type: 'BODY', text: 'Your order {{1}} is ready.' }],
    });
});

const madeGroup = once(async (): Promise<Made> => {
    const instance = await madeInstance();
    return make<Made>('/groups', { instance_id: instance.id, subject: 'Looked at', participants: ['+12025550132'] });
});

const madeEndpoint = once((): Promise<Made> => {
    return make<Made>('/automation/endpoints', { name: 'Looked at', event_type: 'order.paid' });
});

/** Published, with a run that has ended: the pages of both show all that they have. */
const madeRule = once(async (): Promise<Made> => {
    const rule = await make<Made>('/automation/rules', {
        name: 'Looked at',
        trigger: { event_types: ['order.looked_at'] },
        filter: { cel: 'event.data.total > 100' },
        actions: [{ key: 'link', type: 'links.create', with: { url: 'https://www.example.com/looked-at' } }],
    });
    await call('POST', `/automation/rules/${rule.id}/publish`, undefined, { 'If-Match': '*' });
    const state = async () => (await call<{ state: string }>('GET', `/automation/rules/${rule.id}`)).state;
    await expect.poll(state, { message: `${rule.id} is active` }).toBe('active');
    await call('POST', `/automation/rules/${rule.id}/trigger`, { data: { total: 129.5 } });
    await expect.poll(async () => (await runsOf(rule))[0]?.status, { message: `${rule.id} has run` }).toBe('succeeded');
    return rule;
});

const madeRun = once(async (): Promise<Made> => {
    const [run] = await runsOf(await madeRule());
    return run ?? { id: '' };
});

async function runsOf(rule: Made) {
    const path = `/automation/runs?rule_id=${rule.id}`;
    return (await call<{ data: (Made & { status: string })[] }>('GET', path)).data;
}

const madeContact = once((): Promise<Made> => {
    const digits = String(Date.now()).slice(-7);
    return make<Made>('/contacts', { name: 'Looked at', addresses: [{ type: 'phone', value: `+1202${digits}` }] });
});

const madeMessage = once(async (): Promise<Made> => {
    const instance = await madeInstance();
    await call('POST', `/instances/${instance.id}/connect`);
    return make<Made>('/messages', {
        instance_id: instance.id,
        to: { phone: '+12025550100' },
        type: 'text',
        text: { body: 'Looked at' },
    });
});

/** The id of the first entry of a list, once there is one. */
async function found(path: string): Promise<string> {
    let id: string | undefined;
    await expect
        .poll(async () => (id = (await call<{ data: Made[] }>('GET', path)).data[0]?.id), { message: path })
        .toBeDefined();
    return id ?? '';
}

/** Lists show something too. */
test.beforeAll(async () => {
    await make<Made>('/keys', { name: 'listed', preset: 'links' });
    // Its deliveries are those of the link.
    const webhook = await madeWebhook();
    await madeLink();
    await madeMessage();
    await madeRule();
    await found(`/deliveries?webhook_id=${webhook.id}`);
});

for (const [name, address] of PAGES) {
    test(`${name} is accessible in light and dark, at every width, and breaks no policy`, async ({ page }, info) => {
        const target = `/user${await address()}`;
        const [first, ...others] = WIDTHS;
        await page.setViewportSize({ width: first ?? 0, height: 800 });
        await signIn(page, target);
        await expectAccessible(page);
        await expectNoSidewaysScrolling(page);
        await pictured(page, info.outputPath(`${name}.png`));
        for (const width of others) {
            await page.setViewportSize({ width, height: 740 });
            // Colours do not depend on the width.
            await expectAccessible(page, 'html', ['light']);
            await expectNoSidewaysScrolling(page);
            await pictured(page, info.outputPath(`${name}-${width}.png`));
        }
    });
}

base('the sign-in page is accessible, and says what was wrong', async ({ page, expected }, info) => {
    expected.push(/status of (401|400|422) .*\/api\/v1\/session$/);
    await page.goto('/user/api/keys');
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in to Postrider' })).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel('E-mail').fill('unknown@example.com');
    await page.getByLabel('Password').fill('not the password');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText('sign_in_refused');
    await expect(page.getByRole('alert')).toContainText(/req_[0-9a-z]{26}/);
    await expectAccessible(page);
    await pictured(page, info.outputPath('refused.png'));
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoSidewaysScrolling(page);
});

test('names are shown as the text that they are', async ({ page }) => {
    const long = 'long'.repeat(25);
    for (const name of [...HOSTILE_NAMES, long]) {
        const key = await make<Made>('/keys', { name, preset: 'links' });
        const link = await make<Made>('/links', {
            url: 'https://www.example.com/',
            title: name,
            tags: [name.slice(0, 20)],
        });
        if (name === HOSTILE_NAMES[0]) {
            await signIn(page);
        }
        for (const address of [`/user/api/keys/${key.id}`, `/user/api/links/${link.id}`]) {
            await page.goto(address);
            // Byte for byte: what compares texts folds white space.
            await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe(name);
        }
        for (const list of ['/user/api/keys', '/user/api/links', '/user/api/events']) {
            await goUntil(page, list, () => expect(page.locator('bdi', { hasText: name }).first()).toBeVisible(SOON));
            await page.setViewportSize({ width: 320, height: 640 });
            await expectNoSidewaysScrolling(page);
            await page.setViewportSize({ width: 1280, height: 800 });
        }
    }
});

test('thousands of characters break no page', async ({ page }) => {
    const url = `https://www.example.com/${'a'.repeat(2_000)}`;
    const link = await make<Made>('/links', { url });
    const webhook = await make<Made>('/webhooks', {
        url,
        event_types: ['key.expired'],
        enabled: false,
    });
    await signIn(page);
    for (const address of [`links/${link.id}`, 'links', `webhooks/${webhook.id}`, 'webhooks', 'events', '']) {
        await goUntil(page, `/user/api/${address}`, () =>
            expect(page.getByText('a'.repeat(200)).first()).toBeVisible(SOON),
        );
        for (const width of [1280, 320]) {
            await page.setViewportSize({ width, height: 740 });
            await expectNoSidewaysScrolling(page);
        }
    }
});
