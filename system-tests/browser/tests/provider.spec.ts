import { type Page, expect } from '@playwright/test';
import { call } from './support/api';
import { expectAccessible, loaded, pictured, test } from './support/console';
import { owner } from './support/owners';

/** The user whom the provider authenticates; ConsoleInBrowserTest starts a provider. */
const email = process.env.POSTRIDER_OIDC_EMAIL ?? '';

function button(page: Page) {
    return page.getByRole('link', { name: 'OpenID Connect' });
}

test('without a provider nothing leads to one', async ({ page }) => {
    await page.route('**/api/v1/sign-in-methods', (route) =>
        route.fulfill({ json: { object: 'sign_in_methods', password: true, oidc: null } }),
    );
    const asked = page.waitForResponse('**/api/v1/sign-in-methods');
    await page.goto('/user/api');
    await asked;
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
    await expect(button(page)).toHaveCount(0);
});

test('a provider signs in invited users only, and authenticates again', async ({ page, expected }, info) => {
    test.skip(email === '', 'POSTRIDER_OIDC_EMAIL says whom the provider lets in; ConsoleInBrowserTest sets it');
    expected.push(/status of 403/);
    await page.goto('/user/api/links');
    await expect(button(page)).toBeVisible();
    await expectAccessible(page);
    await pictured(page, info.outputPath('sign-in.png'));
    const visited: string[] = [];
    page.on('framenavigated', (frame) => visited.push(frame.url()));
    const led = page.waitForRequest((request) => request.url().includes('/auth?'));
    await button(page).click();
    const there = new URL((await led).url());
    expect(there.origin).not.toBe(new URL(process.env.POSTRIDER_BASE_URL ?? '').origin);
    expect(there.searchParams.get('code_challenge_method')).toBe('S256');
    await expect(page.getByRole('alert')).toContainText('oidc_not_invited');
    await expect(page.getByRole('heading', { name: 'Sign in to Postrider' })).toBeVisible();
    await expectAccessible(page);

    await call('POST', `/workspaces/${owner().workspace_id}/invitations`, { email, role: 'developer' });
    await button(page).click();
    await expect(page.getByText('Workspace default · you are its developer')).toBeVisible();
    await expect(page.getByText(email)).toBeVisible();

    await page.getByRole('link', { name: 'Account' }).click();
    await expect(page.getByRole('button', { name: 'Set password' })).toBeVisible();
    await expect(page.getByLabel('Current password')).toHaveCount(0);

    // A user without a password authenticates at the provider.
    let stale = true;
    await page.route('**/api/v1/keys', (route) =>
        stale && route.request().method() === 'POST'
            ? route.fulfill({ status: 403, json: { status: 403, code: 'proof_required', detail: 'Prove it.' } })
            : route.continue(),
    );
    await page.goto('/user/api/keys/new');
    await page.getByLabel('Name', { exact: true }).fill('of ada');
    await page.getByRole('button', { name: 'Create key' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await expect(dialog.getByRole('button', { name: 'Confirm' })).toHaveCount(0);
    await expectAccessible(page);
    const before = await startedAt(page);
    await dialog.getByRole('link', { name: 'OpenID Connect' }).click();
    await expect(page.getByText('Workspace default · you are its developer')).toBeVisible();
    expect(await startedAt(page)).not.toBe(before);
    stale = false;
    await page.goto('/user/api/keys/new');
    await page.getByLabel('Name', { exact: true }).fill('of ada');
    await page.getByRole('button', { name: 'Create key' }).click();
    await expect(page.getByRole('region', { name: 'Secret' })).toBeVisible();
    await page.getByLabel('I have stored the secret').check();
    await page.getByRole('button', { name: 'Done' }).click();
    // The requests of the key's page get their responses before the session ends.
    await expect(page.getByRole('heading', { level: 1, name: 'of ada' })).toBeVisible();
    await loaded(page);

    await page.getByRole('button', { name: 'Sign out' }).click();
    await button(page).click();
    await expect(page.getByText('Workspace default · you are its developer')).toBeVisible();
});

async function startedAt(page: Page): Promise<string> {
    return ((await (await page.request.get('/api/v1/session')).json()) as { started_at: string }).started_at;
}
