import { type Page, expect } from '@playwright/test';
import { call } from './support/api';
import { BASE, expectAccessible, signIn, test, unique } from './support/console';

/** The status of a call with a key. */
async function statusFor(secret: string): Promise<number> {
    const response = await fetch(`${BASE}/api/v1/models`, { headers: { Authorization: `Bearer ${secret}` } });
    return response.status;
}

async function makeKey(page: Page, name: string): Promise<string> {
    await page.goto('/user/api/keys/new');
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByRole('radio', { name: /^Read only/ }).check();
    await page.getByRole('button', { name: 'Create key' }).click();
    const secret = await page.getByRole('region', { name: 'Secret' }).innerText();
    await page.getByLabel('I have stored the secret').check();
    await page.getByRole('button', { name: 'Done' }).click();
    return secret;
}

test('a key may do the call that is shown with it, whatever the preset', async ({ page }) => {
    await signIn(page);
    for (const preset of ['Short links', 'WhatsApp', 'Automation', 'Read only', 'Full access']) {
        await page.goto('/user/api/keys/new');
        await page.getByLabel('Name', { exact: true }).fill(unique('first call'));
        await page.getByRole('radio', { name: new RegExp(`^${preset}`) }).check();
        await page.getByRole('button', { name: 'Create key' }).click();
        const command = await page.getByRole('region', { name: 'cURL' }).innerText();
        const [, url = '', key = ''] = /'(http[^']*)'[^]*'Authorization: (Bearer [^']*)'/.exec(command) ?? [];
        expect((await fetch(url, { headers: { Authorization: key } })).status, preset).toBe(200);
        await page.getByLabel('I have stored the secret').check();
        await page.getByRole('button', { name: 'Done' }).click();
    }
});

test('a key is renamed, rotated with an overlap, and revoked', async ({ page }) => {
    await signIn(page);
    const secret = await makeKey(page, 'to be rotated');
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('rotated');
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'rotated' })).toBeVisible();

    await page.getByRole('button', { name: 'Rotate' }).click();
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
    const next = await page.getByRole('region', { name: 'Secret' }).innerText();
    expect(next).not.toBe(secret);
    for (const each of [secret, next]) {
        expect(await statusFor(each)).toBe(200);
    }
    await page.getByLabel('I have stored the secret').check();
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByText('Old secret valid until')).toBeVisible();

    await page.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
    await expect(page.getByText('Revoked').first()).toBeVisible();
    for (const each of [secret, next]) {
        expect(await statusFor(each)).toBe(401);
    }
    await expect(page.getByRole('button', { name: 'Revoke' })).toHaveCount(0);
});

test('a key whose answer got lost is the same key at the next try, and gets another secret', async ({ page, expected }) => {
    expected.push(/net::ERR_FAILED/);
    const name = unique('lost on its way');
    await signIn(page);
    const sent: (string | null)[] = [];
    await page.route('**/api/v1/keys', async (route) => {
        const request = route.request();
        if (request.method() !== 'POST') {
            return route.fallback();
        }
        sent.push(`${request.headers()['idempotency-key']} ${request.postData()}`);
        if (sent.length > 1) {
            return route.fallback();
        }
        expect((await route.fetch()).status()).toBe(201);
        return route.abort();
    });
    await page.goto('/user/api/keys/new');
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByRole('radio', { name: /^Read only/ }).check();
    await page.getByRole('button', { name: 'Create key' }).click();
    await expect(page.getByRole('alert')).toContainText('Postrider cannot be reached');
    await page.getByRole('button', { name: 'Create key' }).click();
    await expect(page.getByRole('alert')).toContainText('An earlier attempt created this key');
    expect(sent).toHaveLength(2);
    expect(sent[1]).toBe(sent[0]);
    await expect(page.getByRole('button', { name: 'Revoke' })).toBeVisible();
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Rotate' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
    expect(await statusFor(await page.getByRole('region', { name: 'Secret' }).innerText())).toBe(200);
    await page.getByLabel('I have stored the secret').check();
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    const { data } = await call<{ data: { name: string }[] }>('GET', '/keys?limit=100');
    expect(data.filter((key) => key.name === name)).toHaveLength(1);
});
