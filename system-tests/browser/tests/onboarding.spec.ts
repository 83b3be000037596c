import { type Page, expect } from '@playwright/test';
import { execFileSync } from 'node:child_process';
import { SOON, goUntil, pictured, test } from './support/console';
import { firstRun } from './support/owners';

/** The output of the command, run as a user would run it after copying it. */
function runs(command: string): { status: number; output: string } {
    try {
        return { status: 0, output: execFileSync('bash', ['-c', command], { encoding: 'utf8', stdio: 'pipe' }) };
    } catch (failure) {
        const { status, stdout } = failure as { status: number; stdout: string };
        return { status, output: stdout };
    }
}

async function expectNothingYet(page: Page): Promise<void> {
    await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
    await expect(page.getByRole('img', { name: 'Done' })).toHaveCount(1);
    await expect(page.getByRole('img', { name: 'To do' })).toHaveCount(5);
}

/** The steps that the published description promises: a workspace, a key whose secret is shown once, a first call. */
test('from an empty data folder to a first call', async ({ page, context }, info) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    let step = 0;
    const picture = async (name: string) => {
        step += 1;
        await pictured(page, info.outputPath(`${step}-${name}.png`));
    };

    await page.goto('/user/api');
    await page.getByText('First time here?').click();
    await expect(page.getByText('first-run.json')).toBeVisible();
    await picture('sign-in');

    const { email, password, workspace_id } = firstRun();
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL('/user/api');
    await expect(page.getByLabel('Workspace')).toHaveValue(workspace_id);
    await expectNothingYet(page);
    await picture('home');

    await page.getByRole('link', { name: 'Workspaces' }).click();
    await page.getByRole('button', { name: 'Create a workspace' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('First steps');
    await page.getByRole('dialog').getByRole('button', { name: 'Create workspace' }).click();
    const choice = page.getByRole('combobox', { name: 'Workspace' });
    await expect(choice.locator('option:checked')).toHaveText('First steps');
    await expect(page.getByText('Workspace First steps · you are its owner')).toBeVisible();
    await expectNothingYet(page);
    await picture('workspace');

    await page.getByRole('link', { name: 'API keys' }).click();
    await expect(page.getByRole('heading', { name: 'No keys yet' })).toBeVisible();
    await page.getByRole('link', { name: 'Create key' }).first().click();
    await page.getByLabel('Name', { exact: true }).fill('first call');
    await page.getByRole('radio', { name: /^Custom scopes/ }).check();
    await page.getByLabel('models:read', { exact: true }).check();
    await picture('key');
    await page.getByRole('button', { name: 'Create key' }).click();

    const secret = await page.getByRole('region', { name: 'Secret' }).innerText();
    expect(secret).toMatch(/^prk_live_[0-9A-Za-z]{12}_[0-9A-Za-z]{38}$/);
    await picture('secret');
    await page.getByRole('button', { name: 'Copy Secret' }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download .env' }).click();
    expect((await file).suggestedFilename()).toMatch(/\.env$/);

    const command = await page.getByRole('region', { name: 'cURL' }).innerText();
    expect(command).toContain('/api/v1/models');
    expect(command).toContain(`Authorization: Bearer ${secret}`);
    const called = runs(command);
    expect(called.status, called.output).toBe(0);
    const models = JSON.parse(called.output) as { data: { id: string }[] };
    expect(models.data.map((model) => model.id)).toContain('echo-1');
    // The scope that was chosen, and no other.
    const beyond = runs(command.replace('/api/v1/models', '/api/v1/links'));
    expect(beyond.status).toBe(22);
    expect(JSON.parse(beyond.output)).toMatchObject({ status: 403, code: 'scope_missing', required: ['links:read'] });

    const done = page.getByRole('button', { name: 'Done' });
    await expect(done).toBeDisabled();
    await page.getByLabel('I have stored the secret').check();
    await done.click();
    await expect(page.getByRole('heading', { level: 1, name: 'first call' })).toBeVisible();
    await expect(page.getByText('models:read')).toBeVisible();
    expect(await page.content()).not.toContain(secret);
    await picture('key-page');
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'first call' })).toBeVisible();
    expect(await page.content()).not.toContain(secret);

    const key = page.url();
    await goUntil(page, '/user/api', () => expect(page.getByRole('img', { name: 'Done' })).toHaveCount(3, SOON));
    await picture('called');

    await page.goto(key);
    await page.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
    await expect(page.getByText('Revoked').first()).toBeVisible();
    await picture('revoked');
    const refused = runs(command);
    expect(refused.status).toBe(22);
    expect(JSON.parse(refused.output)).toMatchObject({ status: 401, code: 'unauthorized' });
});
