import { expect } from '@playwright/test';
import { call } from './support/api';
import { SOON, expectAccessible, goUntil, signIn, test } from './support/console';
import { isSigned, startReceiver } from './support/receiver';

test('a webhook receives events, and every attempt is shown', async ({ page }) => {
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
    const attempt = page.getByText('Request and response');
    await goUntil(page, page.url(), () => expect(attempt).toBeVisible(SOON));
    await attempt.click();
    await expect(page.getByRole('region', { name: 'Response', exact: true })).toHaveText('taken <b>with thanks</b>');
    await expectAccessible(page);
    await page.getByRole('link', { name: /^whk_/ }).click();

    await page.getByRole('button', { name: 'Disable' }).click();
    await expect(page.getByText('Disabled', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Enable' }).click();
    await expect(page.getByText('Healthy', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete webhook' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Webhooks' })).toBeVisible();
});

test('a webhook is tested, gets a new secret, and a delivery is sent again', async ({ page }) => {
    await using receiver = await startReceiver();
    const { id } = await call<{ id: string }>('POST', '/webhooks', { url: receiver.url, event_types: ['link.created'] });
    await signIn(page);
    await page.goto(`/user/api/webhooks/${id}`);

    await page.getByRole('button', { name: 'Rotate secret' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
    const secret = await page.getByRole('region', { name: 'New signing secret' }).innerText();
    expect(secret).toMatch(/^whsec_/);
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Send test' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send test' }).click();
    await expect(page.getByRole('dialog').getByText('200', { exact: true })).toBeVisible({ timeout: 30_000 });
    await expect(page.getByRole('region', { name: 'Response of the receiver' })).toHaveText('taken <b>with thanks</b>');
    await expectAccessible(page, 'dialog');
    expect(receiver.received.every((each) => each.signature.split(' ').length === 2)).toBe(true);
    expect(receiver.received.every((each) => isSigned(each, secret))).toBe(true);
    await page.keyboard.press('Escape');

    await call('POST', '/links', { url: 'https://www.example.com/again' });
    await expect.poll(() => receiver.received.length, { timeout: 60_000 }).toBe(2);
    const delivered = page.getByRole('table', { name: 'Deliveries' }).getByRole('link', { name: 'link.created' });
    await goUntil(page, page.url(), () => expect(delivered).toHaveCount(2, SOON));
    await delivered.first().click();
    await expect(page).toHaveURL(/\/deliveries\//);
    const before = page.url();
    await page.getByRole('button', { name: 'Resend' }).click();
    await expect(page).not.toHaveURL(before);
    await expect.poll(() => receiver.received.length, { timeout: 60_000 }).toBe(3);
    expect(receiver.received[2]?.id).toBe(receiver.received[1]?.id);

    await page.goto(`/user/api/webhooks/${id}`);
    await page.getByRole('button', { name: 'Recover' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Recover' }).click();
    await expect(page.getByText('0 events sent again.')).toBeVisible();
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Replay deliveries' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('State').selectOption('Delivered');
    await dialog.getByRole('button', { name: 'Count' }).click();
    await expect(dialog.getByText('2 deliveries match.')).toBeVisible();
    await expectAccessible(page, 'dialog');
    await dialog.getByRole('button', { name: 'Replay' }).click();
    const replays = page.getByRole('table', { name: 'Replays' });
    await expect(replays.getByText('Completed')).toBeVisible({ timeout: 30_000 });
    await expect.poll(() => receiver.received.length, { timeout: 60_000 }).toBe(4);
    expect(receiver.received[3]?.id).toBe(receiver.received[1]?.id);
    await expectAccessible(page);
    await call('DELETE', `/webhooks/${id}`);
});
