import { expect } from '@playwright/test';
import { expectAccessible, pictured, signIn, test } from './support/console';
import { owner } from './support/owners';

const MOST_SCRIPT = 150 * 1024;

/** The response of a server that has just started. */
const RESTORING = {
    status: 503,
    contentType: 'application/problem+json',
    headers: { 'Retry-After': '1' },
    json: {
        status: 503,
        title: 'Restoring',
        code: 'restoring',
        detail: 'The keys are being restored.',
        request_id: 'req_01kb3q8z1vf0t9h2x7c5n4m6ra',
    },
};

test('the first page needs little', async ({ page }) => {
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    const scripts = new Map<string, number>();
    const names = new Map<string, string>();
    session.on('Network.responseReceived', ({ requestId, response, type }) => {
        if (type === 'Script') {
            names.set(requestId, new URL(response.url).pathname);
        }
    });
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
        const name = names.get(requestId);
        if (name !== undefined) {
            scripts.set(name, encodedDataLength);
        }
    });
    await signIn(page);
    await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
    await expect(page.getByText('Loading…')).toHaveCount(0);
    const sum = [...scripts.values()].reduce((total, size) => total + size, 0);
    console.log(`scripts of the first pages: ${sum} bytes in ${scripts.size} files`);
    expect(scripts.size).toBeGreaterThan(0);
    expect(sum).toBeLessThanOrEqual(MOST_SCRIPT);

    const started = Date.now();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
    console.log(`home is there after ${Date.now() - started} ms`);
});

test('the first pages of a browser that has seen nothing yet', async ({ browser }) => {
    // Time from the start of the navigation to the visible heading, by the page's own clock;
    // docs/performance.md contains the results.
    const context = await browser.newContext({ baseURL: process.env.POSTRIDER_BASE_URL });
    const page = await context.newPage();
    const cold = async (address: string, heading: string) => {
        await page.addInitScript((text) => {
            const looking = () => {
                const found = [...document.querySelectorAll('h1')].find((each) => each.textContent === text);
                if (found !== undefined && found.checkVisibility()) {
                    Object.assign(window, { shownAfter: performance.now() });
                } else {
                    requestAnimationFrame(looking);
                }
            };
            requestAnimationFrame(looking);
        }, heading);
        await page.goto(address);
        await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
        const millis = await page.waitForFunction(() => (window as { shownAfter?: number }).shownAfter);
        console.log(`cold ${heading}: ${Math.round((await millis.jsonValue()) ?? 0)} ms`);
    };
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.setCacheDisabled', { cacheDisabled: true });
    await cold('/user/api', 'Sign in to Postrider');
    const { email, password } = owner();
    await page.request.post('/api/v1/session', { data: { email, password } });
    await cold('/user/api', 'Home');
    await context.close();
});

test('the session is read again until the server has started', async ({ page, expected }) => {
    expected.push(/status of 503/);
    await signIn(page);
    await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
    let answered = 0;
    let away = true;
    await page.route('**/api/v1/session', (route) => {
        answered += 1;
        return away
            ? route.fulfill(RESTORING)
            : route.continue();
    });
    await page.reload();
    await expect(page.getByRole('alert')).toContainText('The keys are being restored.');
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expectAccessible(page);
    const before = answered;
    away = false;
    await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    expect(answered).toBeGreaterThan(before);
});

test('without a network the console says so, and goes on by itself when it is back', async ({ page, context, expected }) => {
    expected.push(/ERR_INTERNET_DISCONNECTED/);
    await signIn(page);
    await page.getByRole('link', { name: 'API keys' }).click();
    await expect(page.getByRole('table', { name: 'API keys' })).toBeVisible();
    await page.getByRole('link', { name: 'Events' , exact: true }).click();
    await expect(page.getByRole('table', { name: 'Events' })).toBeVisible();

    await context.setOffline(true);
    await expect(page.getByText('You are offline.')).toBeVisible();
    await page.getByLabel('Type').selectOption('key.*');
    await expect(page.getByText('Postrider cannot be reached.')).toBeVisible();
    await expectAccessible(page);

    await context.setOffline(false);
    await expect(page.getByText('You are offline.')).toHaveCount(0);
    await expect(page.getByRole('table', { name: 'Events' })).toBeVisible();
    await expect(page.getByText('Postrider cannot be reached.')).toHaveCount(0);
});

test('a list keeps what it shows while it cannot be refreshed, and one never shown says why', async ({ page, expected }, info) => {
    expected.push(/status of 503/);
    await signIn(page, '/user/api/keys');
    const rows = page.getByRole('table', { name: 'API keys' }).getByRole('row');
    await expect(page.getByRole('link', { name: 'first-run' })).toBeVisible();
    const shownAt = Date.now();
    let away = true;
    await page.route(/\/api\/v1\/(keys|links)(\?|$)/, (route) => (away ? route.fulfill(RESTORING) : route.continue()));

    await page.getByRole('link', { name: 'Short links' }).click();
    await expect(page.getByRole('alert')).toContainText('The keys are being restored.');
    await expect(page.getByRole('alert')).toContainText('restoring · request req_01kb3q8z1vf0t9h2x7c5n4m6ra · retry after 1 s');
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expectAccessible(page);
    await pictured(page, info.outputPath('never-shown.png'));

    // What is younger is not asked for again.
    await expect.poll(() => Date.now() - shownAt).toBeGreaterThan(2_000);
    await page.getByRole('link', { name: 'API keys' }).click();
    const notice = page.getByText('The page could not be refreshed; trying again.');
    await expect(notice).toBeVisible();
    await expect(page.getByRole('link', { name: 'first-run' })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expectAccessible(page);
    await pictured(page, info.outputPath('not-refreshed.png'));

    away = false;
    await expect(notice).toHaveCount(0);
    await expect(rows.nth(1)).toBeVisible();
    await page.getByRole('link', { name: 'Short links' }).click();
    await expect(page.getByRole('table', { name: 'Short links' }).or(page.getByRole('heading', { name: 'No links yet' }))).toBeVisible();
});
