import { expect } from '@playwright/test';
import { CREATE_LINK, REFERENCE, command, search, test } from './support/reference';

test('an operation has its four headings and no others, without a session', async ({ page }) => {
    await page.goto(CREATE_LINK);
    await expect(page.getByRole('heading', { level: 1, name: 'Create a short link' })).toBeVisible();
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(['Parameters', 'Request body', 'cURL', 'Responses']);
    await expect(page).toHaveTitle(/^Create a short link/);
    await page.getByText(/^Problems: 400, 401/).click();
    await expect(page.getByRole('row', { name: /slug_taken/ })).toContainText('Another link has this slug');
    const parameter = page.getByRole('list', { name: 'Parameters' }).getByRole('listitem').filter({ hasText: 'Idempotency-Key' });
    await expect(parameter).toContainText('header');
    await expect(parameter).toContainText('Optional');
    await expect(page.getByRole('list', { name: 'Fields of the request body' }).locator('> li').first()).toContainText('Required');
});

test('what an operation does not take is None, and a heading can be linked to', async ({ page }) => {
    await page.goto(`${REFERENCE}/people/listSessions#request-body`);
    await expect(page.getByRole('region', { name: 'Request body' })).toContainText('None');
    await expect(page.getByRole('region', { name: 'Parameters' })).toContainText('None');
    await expect(page.getByRole('heading', { name: 'Request body' })).toBeInViewport();
});

test('an operation is short until something is unfolded', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    for (const operation of ['links/createLink', 'messages/sendMessage', 'keys/createKey', 'rules/createRule', 'webhooks/createWebhook']) {
        await page.goto(`${REFERENCE}/${operation}`);
        await expect(page.getByRole('heading', { name: 'Responses' })).toBeVisible();
        expect(await page.evaluate(() => document.documentElement.scrollHeight), operation).toBeLessThanOrEqual(2500);
    }
});

test('the page and the Markdown say the same command', async ({ page, request, baseURL }) => {
    await page.goto(CREATE_LINK);
    const markdown = await (await request.get(`${CREATE_LINK}.md`)).text();
    const shown = await command(page).textContent();
    const written = /```bash\n(.*?)\n```/s.exec(markdown)?.[1];
    // The file has the address that the service says it has, and the page the one under which it was opened.
    expect(written).toContain("/api/v1/links'");
    expect(shown).toBe(written?.replace(/'http[^']*(\/api\/v1\/links)'/, `'${baseURL ?? ''}$1'`));
});

test('search knows paths, summaries, fields and codes, by keyboard alone', async ({ page }) => {
    await page.goto(REFERENCE);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await search(page, 'Control+k');
    await page.keyboard.type('slug_taken');
    await expect(page.getByRole('option')).toHaveText([/Create a short link.*code slug_taken/]);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(CREATE_LINK);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await search(page, '/');
    await page.keyboard.type('/api/v1/keys revoke');
    await expect(page.getByRole('option').first()).toHaveText(/^Revoke an API key/);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
});

test('search finds what users look for', async ({ page }) => {
    await page.goto(REFERENCE);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const [words, found] of [
        ['send whatsapp message', /^Send a message/],
        ['verify signature', /^Webhook signatures/],
        ['pagination', /^Pagination/],
        ['replay', /^Event log and replay/],
        ['rate limit', /^Rate limits/],
    ] as const) {
        await search(page, 'Control+k');
        await page.keyboard.type(words);
        await expect(page.getByRole('option').filter({ hasText: found }).first(), words).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toBeHidden();
    }
    await search(page, 'Control+k');
    await page.keyboard.type('pagination');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Pagination' })).toBeInViewport();
});

test('deliveries are documented, with the check of their signature', async ({ page }) => {
    await page.goto(`${REFERENCE}/outgoing-webhooks/onLinkClicked`);
    await expect(page.getByRole('heading', { level: 1, name: 'link.clicked' })).toBeVisible();
    await page.getByRole('tab', { name: 'Python' }).click();
    await expect(page.getByRole('region', { name: 'Verify in Python' })).toContainText('hmac.compare_digest');
    await page.getByRole('link', { name: 'Problem codes' }).click();
    await expect(page.getByRole('row', { name: /slug_taken/ })).toBeVisible();
});

test('changes can be read and searched', async ({ page }) => {
    await page.goto(REFERENCE);
    await page.getByRole('link', { name: 'Changes' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Changes' })).toBeFocused();
    await expect(page).toHaveTitle('Changes · Postrider');
    const all = page.getByRole('region', { name: 'Unreleased' }).getByRole('listitem');
    await expect(all.first()).toBeVisible();
    await page.getByLabel('Search in changes').fill('kill -9 POWER failure');
    await expect(all).toHaveText([/^An acknowledged write survives kill -9/]);
    await expect(page.getByText('One change', { exact: true })).toBeVisible();
    await page.getByLabel('Search in changes').fill('xyzzy');
    await expect(page.getByText('0 changes')).toBeVisible();
    await expect(all).toHaveCount(0);
});

test('without JavaScript there is Markdown', async ({ request }) => {
    const contents = await (await request.get('/llms.txt')).text();
    const files = [...contents.matchAll(/\/user\/api\/reference\/\S+?\.md/g)].map(([path]) => path);
    expect(files.length).toBeGreaterThan(60);
    const file = await request.get(files[0] ?? '');
    expect(file.headers()['content-type']).toBe('text/markdown;charset=UTF-8');
    const collection = await (await request.get('/user/api/reference/postman.json')).json() as { item: { name: string }[] };
    expect(collection.item.map(({ name }) => name)).toContain('Links');
    for (const name of ['openapi.json', 'openapi.yaml', 'asyncapi.json']) {
        expect((await request.get(`/api/v1/${name}`)).status(), name).toBe(200);
    }
});
