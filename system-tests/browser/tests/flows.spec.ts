import { type Page, expect } from '@playwright/test';
import { execFileSync } from 'node:child_process';
import { call } from './support/api';
import { expectAccessible, firstRun, signIn, test } from './support/console';
import { startReceiver } from './support/receiver';

const base = process.env.POSTRIDER_BASE_URL ?? firstRun().base_url;

/** What a key is answered. */
async function statusFor(secret: string): Promise<number> {
    const response = await fetch(`${base}/api/v1/models`, { headers: { Authorization: `Bearer ${secret}` } });
    return response.status;
}

async function makeKey(page: Page, name: string): Promise<string> {
    await page.goto('/user/api/keys/new');
    await page.getByLabel('Name').fill(name);
    await page.getByRole('radio', { name: /^Read only/ }).check();
    await page.getByRole('button', { name: 'Create key' }).click();
    const secret = await page.getByRole('region', { name: 'Secret' }).innerText();
    await page.getByLabel('I have stored the secret').check();
    await page.getByRole('button', { name: 'Done' }).click();
    return secret;
}

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
    expect(await statusFor(secret)).toBe(200);
    expect(await statusFor(next)).toBe(200);
    await page.getByLabel('I have stored the secret').check();
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByText('Old secret good until')).toBeVisible();

    await page.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
    await expect(page.getByText('Revoked').first()).toBeVisible();
    expect(await statusFor(secret)).toBe(401);
    expect(await statusFor(next)).toBe(401);
    await expect(page.getByRole('button', { name: 'Revoke' })).toHaveCount(0);
});

test('a key whose answer got lost is the same key at the next try, and gets another secret', async ({ page, expected }) => {
    expected.push(/net::ERR_FAILED/);
    const name = `lost on its way ${Date.now()}`;
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
    await page.getByLabel('Name').fill(name);
    await page.getByRole('radio', { name: /^Read only/ }).check();
    await page.getByRole('button', { name: 'Create key' }).click();
    await expect(page.getByRole('alert')).toContainText('Postrider cannot be reached');
    await page.getByRole('button', { name: 'Create key' }).click();
    await expect(page.getByRole('alert')).toContainText('This key was made before');
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

test('what is wrong with a field is said at the field', async ({ page, expected }) => {
    expected.push(/status of 422/);
    await signIn(page);
    await page.goto('/user/api/links/new');
    await page.getByLabel('Target', { exact: true }).fill('ftp://example.com/');
    await page.getByLabel('Slug').fill('no spaces please');
    await page.getByRole('button', { name: 'Create link' }).click();
    await expect(page.getByLabel('Target', { exact: true })).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByLabel('Slug')).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByLabel('Target', { exact: true })).toBeFocused();
    await expect(page.getByRole('alert')).toContainText(/req_[0-9a-z]{26}/);
    await expectAccessible(page);
});

test('a link is made, followed, counted, changed and deleted, by keyboard alone', async ({ page }) => {
    await signIn(page);
    const tabTo = async (name: string) => {
        for (let tabs = 0; tabs < 60; tabs += 1) {
            await page.keyboard.press('Tab');
            const focused = await page.evaluate(() => {
                const element = document.activeElement as HTMLInputElement | null;
                return element?.labels?.[0]?.textContent ?? element?.textContent ?? '';
            });
            if (focused.startsWith(name)) {
                return;
            }
        }
        throw new Error(`${name} cannot be reached by keyboard`);
    };
    await tabTo('Short links');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Short links' })).toBeFocused();
    await tabTo('Create link');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Create a short link' })).toBeFocused();
    await tabTo('Target');
    await page.keyboard.type('https://www.example.com/by-keyboard');
    await tabTo('Title');
    await page.keyboard.type('By keyboard');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'By keyboard' })).toBeFocused();

    const slug = new URL(await page.getByRole('link', { name: /^http/ }).innerText()).pathname;
    const visit = await fetch(`${base}${slug}`, { redirect: 'manual', headers: { 'User-Agent': 'Mozilla/5.0 (X11) Firefox/140' } });
    expect(visit.headers.get('Location')).toBe('https://www.example.com/by-keyboard');
    await expect(async () => {
        await page.reload();
        await expect(page.getByRole('definition').filter({ hasText: /^1$/ }).first()).toBeVisible({ timeout: 1000 });
    }).toPass();
    await expect(page.getByRole('img', { name: /^Clicks from .*: 1 in all/ })).toBeVisible();

    await tabTo('Edit');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Edit link' })).toBeVisible();
    await tabTo('Title');
    await page.keyboard.type(', changed');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: /changed/ })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await tabTo('Delete');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Delete link' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Delete' })).toBeFocused();
    await page.keyboard.press('Enter');
    await tabTo('Delete link');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Short links' })).toBeVisible();
    expect((await fetch(`${base}${slug}`, { redirect: 'manual' })).status).toBe(410);
});

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
    await expect.poll(() => receiver.received.length).toBe(1);
    expect(receiver.received[0]?.signature).toMatch(/^v1,/);
    await expect(async () => {
        await page.reload();
        await expect(page.getByRole('table', { name: 'Deliveries' }).getByText('Delivered')).toBeVisible({ timeout: 1000 });
    }).toPass();
    await page.getByRole('link', { name: 'link.created' }).click();
    await page.getByText('Request and answer').click();
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

test('the log can be listened to, searched and filtered', async ({ page }) => {
    const name = `heard live ${Date.now()}`;
    await signIn(page);
    await page.goto('/user/api/events');
    await page.getByRole('button', { name: 'Listen live' }).click();
    await expect(page.getByText('Listening', { exact: true })).toBeVisible();
    await call('POST', '/keys', { name, preset: 'links' });
    await expect(page.getByRole('cell', { name })).toBeVisible();
    await page.getByLabel('Search in what is shown').fill(name.toUpperCase());
    await expect(page.getByRole('table', { name: 'Events' }).getByRole('row')).toHaveCount(2);
    await page.getByLabel('Search in what is shown').fill('');
    await page.getByRole('button', { name: 'Stop listening' }).click();
    await page.getByLabel('Type').selectOption('workspace.*');
    await expect(page.getByRole('link', { name: 'key.created' })).toHaveCount(0);
    await page.getByRole('link', { name: 'workspace.created' }).click();
    await expect(page.getByRole('region', { name: 'Event' })).toContainText('"type": "workspace.created"');
});

test('what the console did can be repeated as it shows it', async ({ page }) => {
    await signIn(page);
    await page.goto('/user/api/links/new');
    await page.getByLabel('Target', { exact: true }).fill("https://www.example.com/it's");
    await page.getByRole('button', { name: 'Create link' }).click();
    await expect(page.getByText('Short address')).toBeVisible();
    await page.getByRole('button', { name: 'Show as API' }).click();
    await expectAccessible(page);
    const command = await page.getByRole('region', { name: 'POST /api/v1/links · 201' }).innerText();
    const made = execFileSync('bash', ['-c', command], {
        encoding: 'utf8',
        stdio: 'pipe',
        env: { ...process.env, API_KEY: firstRun().api_key },
    });
    expect((JSON.parse(made) as { url: string }).url).toBe("https://www.example.com/it's");
});

test('what the console did about oneself can be seen as it was called', async ({ page }) => {
    await signIn(page);
    await page.getByRole('link', { name: 'Account' }).click();
    await page.getByRole('button', { name: 'Change name' }).click();
    await expect(page.getByText('Your name is changed.')).toBeVisible();
    await page.getByRole('button', { name: 'Show as API' }).click();
    await expect(page.getByRole('region', { name: 'PATCH /api/v1/user · 200' })).toContainText('--cookie');
    await expect(page.getByRole('region', { name: 'POST /api/v1/session · 200' })).toContainText('"password":"…"');
    await expect(page.getByText(firstRun().password)).toHaveCount(0);
    await expectAccessible(page);
});

test('a model is named, asked and deleted', async ({ page }) => {
    await signIn(page);
    await page.goto('/user/api/models');
    await page.getByLabel('Message').fill('Hello <there>');
    await page.getByRole('button', { name: 'Ask' }).click();
    await expect(page.getByRole('status', { name: 'Answer' })).toHaveText('Hello <there>');

    const name = `support-${Date.now()}`;
    await page.getByRole('button', { name: 'Connect a provider' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Example AI');
    await page.getByRole('dialog').getByLabel('Server').fill('https://models.example.com/v1');
    await page.getByRole('dialog').getByLabel('Key of the provider').fill('sk-planted-secret');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: 'Name a model' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill(name);
    await page.getByRole('dialog').getByLabel('Connection').selectOption({ label: 'Example AI' });
    await page.getByRole('dialog').getByLabel('Model of the provider').fill('llama-3.3-70b');
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Show as API' }).click();
    await expect(page.getByRole('region', { name: 'POST /api/v1/model-connections · 201' })).toBeVisible();
    await expect(page.getByText('sk-planted-secret')).toHaveCount(0);
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete model' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Yes, delete it' }).click();
    await expect(page.getByRole('button', { name })).toHaveCount(0);
});

test('signing out ends the session', async ({ page, expected }) => {
    expected.push(/status of 401/);
    await signIn(page);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByRole('heading', { name: 'Sign in to Postrider' })).toBeVisible();
    await page.goto('/user/api/keys');
    await expect(page.getByRole('heading', { name: 'Sign in to Postrider' })).toBeVisible();
});
