import { expect } from '@playwright/test';
import { execFileSync } from 'node:child_process';
import { expectAccessible, signIn, signInAs, test } from './support/console';
import { owner } from './support/owners';

test('calls of the console can be repeated as shown', async ({ page }) => {
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
        env: { ...process.env, API_KEY: owner().api_key },
    });
    expect((JSON.parse(made) as { url: string }).url).toBe("https://www.example.com/it's");
});

test('calls about the account are shown as commands', async ({ page }) => {
    await signInAs(page, owner());
    await page.getByRole('link', { name: 'Account' }).click();
    await page.getByRole('button', { name: 'Change name' }).click();
    await expect(page.getByText('Your name is changed.')).toBeVisible();
    await page.getByRole('button', { name: 'Show as API' }).click();
    await expect(page.getByRole('region', { name: 'PATCH /api/v1/user · 200' })).toContainText('--cookie');
    await expect(page.getByRole('region', { name: 'POST /api/v1/session · 200' })).toContainText('"password":"…"');
    await expect(page.getByText(owner().password)).toHaveCount(0);
    await expectAccessible(page);
});
