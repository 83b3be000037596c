import { expect } from '@playwright/test';
import { gzipSync } from 'node:zlib';
import { expectAccessible, expectNoSidewaysScrolling, loaded } from './support/console';
import { CREATE_LINK, REFERENCE, command, search, test } from './support/reference';

const PAGES = ['', '/links/createLink', '/events/listEvents', '/people/signOut', '/problems', '/changes', '/outgoing-webhooks/onLinkCreated'];

for (const path of PAGES) {
    test(`${path || 'the overview'} is accessible`, async ({ page }) => {
        await page.goto(REFERENCE + path);
        await loaded(page);
        await expectAccessible(page);
    });
}

test('the search is accessible', async ({ page }) => {
    await page.goto(REFERENCE);
    await loaded(page);
    await search(page, 'Control+k');
    await page.keyboard.type('link');
    await expect(page.getByRole('option').first()).toBeVisible();
    await expectAccessible(page, 'dialog');
});

test('a page of 320 pixels scrolls one way only', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 800 });
    for (const path of ['', '/links/createLink', '/events/listEvents', '/problems', '/changes']) {
        await page.goto(REFERENCE + path);
        await loaded(page);
        await expectNoSidewaysScrolling(page);
    }
    await page.getByRole('button', { name: 'All operations' }).click();
    await page.getByText('Keys', { exact: true }).click();
    await page.getByRole('link', { name: /Create an API key/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Create an API key' })).toBeVisible();
});

test('the first load is at most 150 kB', async ({ page }) => {
    const bodies: Promise<number>[] = [];
    page.on('response', (response) => {
        if (/\.(js|css)$|\/user\/api/.test(new URL(response.url()).pathname)) {
            bodies.push(response.body().then((body) => gzipSync(body).length));
        }
    });
    await page.goto(CREATE_LINK);
    await expect(command(page)).toBeVisible();
    const total = (await Promise.all(bodies)).reduce((sum, size) => sum + size, 0);
    console.log(`first load: ${Math.round(total / 1000)} kB of page, scripts and styles`);
    expect(total).toBeGreaterThan(50_000);
    expect(total).toBeLessThanOrEqual(150_000);
});

test('with 100 operations, each is shown; how fast is printed', async ({ page }) => {
    await page.route('**/api/v1/openapi.json', async (route) => {
        const contract = (await (await route.fetch()).json()) as { paths: Record<string, Record<string, { operationId: string }>> };
        const written = Object.entries(contract.paths);
        for (let copy = 1; Object.keys(contract.paths).length < 100; copy++) {
            for (const [path, methods] of written) {
                const copied = Object.entries(methods).map(([method, node]) => [method, { ...node, operationId: `${node.operationId}Copy${copy}` }]);
                contract.paths[`/copy${copy}${path}`] = Object.fromEntries(copied) as (typeof contract.paths)[string];
            }
        }
        await route.fulfill({ json: contract });
    });
    await page.goto(CREATE_LINK);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const times = await page.evaluate(async () => {
        const painted = () => new Promise<number>((done) => requestAnimationFrame(() => setTimeout(() => { done(performance.now()); })));
        const found: number[] = [];
        for (const part of document.querySelectorAll<HTMLDetailsElement>('nav details')) {
            part.open = true;
        }
        const links = document.querySelectorAll<HTMLAnchorElement>('nav details a').length;
        for (let i = 0; i < links; i++) {
            const link = document.querySelectorAll<HTMLAnchorElement>('nav details a')[i];
            await painted();
            const begin = performance.now();
            link?.click();
            while (link?.getAttribute('href') !== location.pathname) {
                await painted();
            }
            found.push((await painted()) - begin);
        }
        return found.sort((a, b) => a - b);
    });
    const at = (share: number) => Math.round(times[Math.floor(share * (times.length - 1))] ?? 0);
    console.log(`${times.length} operations: shown within ${at(0.5)} ms (half), ${at(0.95)} ms (95 %), ${at(1)} ms (all)`);
    expect(times.length).toBeGreaterThanOrEqual(100);
});
