import { expect } from '@playwright/test';
import { call } from './support/api';
import { SOON, expectAccessible, goUntil, signIn, test } from './support/console';
import { startReceiver } from './support/receiver';

test('a webhook is told of what happens, and every attempt can be looked at', async ({ page }) => {
    await using receiver = await startReceiver();
    await signIn(page);
    await page.goto('/user/api/webhooks/new');
    await page.getByLabel('Receiver').fill(receiver.url);
    await page.getByText('link.*', { exact: true }).click();
    await page.getByLabel('All of link.*').uncheck();
    await page.getByLabel('link.created').check();
    await page.getByRole('button', { name: 'Add webhook' }).click();
    expect(await page.getByRole('region', { name: 'Signing secret' }).innerText()).toMatch(/^whsec_/);
    await page.getByLabel('I have stored the secret').check();
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('heading', { level: 1, name: receiver.url })).toBeVisible();

    await call('POST', '/links', { url: 'https://www.example.com/told' });
    await expect.poll(() => receiver.received.length, { timeout: 60_000 }).toBeGreaterThan(0);
    expect(receiver.received[0]?.signature).toMatch(/^v1,/);
    const delivered = page.getByRole('table', { name: 'Deliveries' }).getByText('Delivered');
    await goUntil(page, page.url(), () => expect(delivered).toBeVisible(SOON));
    await page.getByRole('link', { name: 'link.created' }).click();
    await expect(page).toHaveURL(/\/deliveries\//);
    const attempt = page.getByText('Request and answer');
    await goUntil(page, page.url(), () => expect(attempt).toBeVisible(SOON));
    await attempt.click();
    await expect(page.getByRole('region', { name: 'Answer', exact: true })).toHaveText('taken <b>with thanks</b>');
    await expectAccessible(page);
    await page.getByRole('link', { name: /^whk_/ }).click();

    await page.getByRole('button', { name: 'Disable' }).click();
    await expect(page.getByText('Disabled')).toBeVisible();
    await page.getByRole('button', { name: 'Enable' }).click();
    await expect(page.getByText('Enabled')).toBeVisible();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete webhook' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Webhooks' })).toBeVisible();
});
