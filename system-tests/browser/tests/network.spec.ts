import { expect } from '@playwright/test';
import { expectAccessible, signIn, test } from './support/console';

const MOST_SCRIPT = 150 * 1024;

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
