import { expect } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScrolling, signIn, test } from './support/console';

test('an invalid answer is reported, and the rest of the console stays', async ({ page, expected }) => {
    expected.push(/TypeError/);
    await signIn(page);
    let answer = { contentType: 'text/html', body: '<!doctype html><title>Sign in to the network</title>' };
    await page.route('**/api/v1/keys?**', (route) => route.fulfill(answer));
    await page.route('**/api/v1/keys', (route) => route.fulfill(answer));
    await page.getByRole('link', { name: 'API keys' }).click();
    await expect(page.getByRole('alert')).toContainText('not from the Postrider API');
    await expect(page.getByText('Unexpected token')).toHaveCount(0);

    answer = { contentType: 'application/json', body: '{"data":{"of":"another shape"}}' };
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'This page cannot be shown' })).toBeFocused();
    await expect(page.getByRole('button', { name: 'Reload the page' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Short links' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Short links' })).toBeVisible();
});

test('a console that cannot be shown at all leaves a way on and a way out', async ({ page, expected }) => {
    expected.push(/TypeError/, /status of 401/);
    await signIn(page);
    await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
    let broken = true;
    await page.route('**/api/v1/session', async (route) => {
        if (!broken || route.request().method() !== 'GET') {
            return route.fallback();
        }
        const response = await route.fetch();
        if (!response.ok()) {
            return route.fulfill({ response });
        }
        const session = (await response.json()) as { workspaces: object[] };
        const workspaces = session.workspaces.map((workspace) => ({ ...workspace, scopes: 5 }));
        return route.fulfill({ json: { ...session, workspaces } });
    });
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'The console cannot be shown' })).toBeFocused();
    await expect(page.getByRole('navigation', { name: 'Console' })).toHaveCount(0);
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoSidewaysScrolling(page);
    await page.setViewportSize({ width: 1280, height: 800 });

    broken = false;
    await page.getByRole('button', { name: 'Reload the page' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();

    broken = true;
    await page.reload();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByRole('heading', { name: 'Sign in to Postrider' })).toBeVisible();
});
