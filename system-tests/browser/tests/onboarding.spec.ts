import { expect } from '@playwright/test';
import { execFileSync } from 'node:child_process';
import { firstRun, test } from './support/console';

/** What the published description promises: a workspace, a key whose secret is shown once, a first call. */
test('from an empty data folder to a first call', async ({ page, context }, info) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    let step = 0;
    const picture = async (name: string) => {
        step += 1;
        await page.screenshot({ path: info.outputPath(`${step}-${name}.png`), fullPage: true });
    };

    await page.goto('/user/api');
    await page.getByText('First time here?').click();
    await expect(page.getByText('first-run.json')).toBeVisible();
    await picture('sign-in');

    const { email, password } = firstRun();
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByLabel('Workspace')).toHaveValue(firstRun().workspace_id);
    await picture('workspace');

    await page.getByRole('link', { name: 'API keys' }).click();
    await page.getByRole('link', { name: 'Create key' }).first().click();
    await page.getByLabel('Name').fill('first call');
    await page.getByRole('radio', { name: /^Read only/ }).check();
    await picture('key');
    await page.getByRole('button', { name: 'Create key' }).click();

    const secret = await page.getByRole('region', { name: 'Secret' }).innerText();
    expect(secret).toMatch(/^prk_live_[0-9A-Za-z]{12}_[0-9A-Za-z]{38}$/);
    await picture('secret');
    await page.getByRole('button', { name: 'Copy Secret' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download .env' }).click();
    expect((await file).suggestedFilename()).toMatch(/\.env$/);

    const command = await page.getByRole('region', { name: 'cURL' }).innerText();
    expect(command).toContain('/api/v1/models');
    const answer = JSON.parse(execFileSync('bash', ['-c', command], { encoding: 'utf8', stdio: 'pipe' })) as {
        data: { id: string }[];
    };
    expect(answer.data.map((model) => model.id)).toContain('echo-1');

    const done = page.getByRole('button', { name: 'Done' });
    await expect(done).toBeDisabled();
    await page.getByLabel('I have stored the secret').check();
    await done.click();
    await expect(page.getByRole('heading', { level: 1, name: 'first call' })).toBeVisible();
    await expect(page.getByText(secret)).toHaveCount(0);
    await picture('key-page');
});
