import { expect } from '@playwright/test';
import { call } from './support/api';
import { signIn, test, unique } from './support/console';

test('the log can be listened to, searched and filtered', async ({ page }) => {
    const name = unique('heard live');
    await signIn(page);
    await page.goto('/user/api/events');
    await page.getByRole('button', { name: 'Listen live' }).click();
    await expect(page.getByText('Listening', { exact: true })).toBeVisible();
    await call('POST', '/keys', { name, preset: 'links' });
    await expect(page.getByRole('cell', { name })).toBeVisible();
    await page.getByLabel('Search the events shown').fill(name.toUpperCase());
    await expect(page.getByRole('table', { name: 'Events' }).getByRole('row')).toHaveCount(2);
    await page.getByLabel('Search the events shown').fill('');
    await page.getByRole('button', { name: 'Stop listening' }).click();
    await page.getByLabel('Type').selectOption('workspace.*');
    await expect(page.getByRole('link', { name: 'key.created' })).toHaveCount(0);
    await page.getByRole('link', { name: 'workspace.created' }).click();
    await expect(page.getByRole('region', { name: 'Event' })).toContainText('"type": "workspace.created"');
});
