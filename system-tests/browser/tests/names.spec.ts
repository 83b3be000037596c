import { type Page, expect } from '@playwright/test';
import { NAUGHTY_NAMES, call } from './support/api';
import { expectNoSidewaysScrolling, goUntil, loaded, signIn, signInAs, test } from './support/console';
import { newcomer } from './support/people';

/** As long as each may be; a title of a link is the longest. */
const LONG = 'W'.repeat(200);

/** The name that turns the direction of the text around. */
const DIRECTION = NAUGHTY_NAMES.findIndex((name) => name.startsWith('\u202E'));

interface Made {
    readonly id: string;
}

/** The names on the page, each exactly as it is in the document. */
function shown(page: Page): Promise<(string | null)[]> {
    return page.locator('bdi').evaluateAll((names) => names.map((name) => name.textContent));
}

async function expectShown(page: Page, address: string, names: readonly string[]): Promise<void> {
    await page.setViewportSize({ width: 1280, height: 800 });
    await goUntil(page, address, async () => {
        expect(await shown(page), address).toEqual(expect.arrayContaining([...names]));
    });
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoSidewaysScrolling(page);
    await page.setViewportSize({ width: 1280, height: 800 });
}

async function expectHeading(page: Page, address: string, name: string): Promise<void> {
    await page.goto(address);
    const heading = page.getByRole('heading', { level: 1 });
    await expect.poll(() => heading.textContent(), { message: address }).toBe(name);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoSidewaysScrolling(page);
    await page.setViewportSize({ width: 1280, height: 800 });
}

test('names of keys and links may contain any text', async ({ page }) => {
    await signIn(page);
    const keyNames = [...NAUGHTY_NAMES, LONG.slice(0, 100)];
    const linkNames = [...NAUGHTY_NAMES, LONG];
    const keys: Made[] = [];
    const links: Made[] = [];
    for (const name of keyNames) {
        keys.push(await call<Made>('POST', '/keys', { name, preset: 'links' }));
    }
    await expectShown(page, '/user/api/keys', keyNames);
    await expectShown(page, '/user/api/events', keyNames);
    for (const title of linkNames) {
        links.push(await call<Made>('POST', '/links', { url: 'https://www.example.com/', title }));
    }
    await expectShown(page, '/user/api/links', linkNames);
    for (const [index, name] of keyNames.entries()) {
        await expectHeading(page, `/user/api/keys/${keys[index]?.id}`, name);
    }
    for (const index of [DIRECTION, linkNames.length - 1]) {
        await expectHeading(page, `/user/api/links/${links[index]?.id}`, linkNames[index] ?? '');
    }
});

test('and so are workspaces', async ({ page }) => {
    await signInAs(page, await newcomer('Barbara', 'viewer'), '/user/api');
    const { csrf_token } = (await (await page.request.get('/api/v1/session')).json()) as { csrf_token: string };
    const names = [...NAUGHTY_NAMES, LONG.slice(0, 100)];
    for (const name of names) {
        const opened = await page.request.post('/api/v1/workspaces', {
            data: { name },
            headers: { 'X-CSRF-Token': csrf_token, 'Sec-Fetch-Site': 'same-origin' },
        });
        expect(opened.status(), await opened.text()).toBe(201);
    }
    await expectShown(page, '/user/api/workspaces', names);
    const choice = page.getByRole('combobox', { name: 'Workspace' });
    const offered = await choice.locator('option').evaluateAll((options) => options.map((option) => option.textContent));
    expect(offered).toEqual(expect.arrayContaining(names));
    for (const index of [0, DIRECTION, names.length - 1]) {
        const name = names[index] ?? '';
        await page.goto('/user/api/workspaces');
        await loaded(page);
        await page.getByRole('button', { name: 'Enter' }).nth(offered.indexOf(name)).click();
        await expect.poll(() => shown(page)).toContain(name);
        await page.getByRole('link', { name: 'Workspace settings' }).click();
        await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name);
        await page.setViewportSize({ width: 320, height: 640 });
        await expectNoSidewaysScrolling(page);
        await page.setViewportSize({ width: 1280, height: 800 });
    }
});
