import { expect } from '@playwright/test';
import { expectAccessible, signIn, test, unique } from './support/console';

test('a model is named, asked and deleted', async ({ page }) => {
    await signIn(page);
    await page.goto('/user/api/models');
    await page.getByLabel('Message').fill('Hello <there>');
    await page.getByRole('button', { name: 'Ask' }).click();
    await expect(page.getByRole('status', { name: 'Answer' })).toHaveText('Hello <there>');

    const name = unique('support').replace(' ', '-');
    const provider = unique('Example AI');
    await page.getByRole('button', { name: 'Connect a provider' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill(provider);
    await page.getByRole('dialog').getByLabel('Server').fill('https://models.example.com/v1');
    await page.getByRole('dialog').getByLabel('API key of the provider').fill('sk-planted-secret');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: 'Create a model' }).click();
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill(name);
    await page.getByRole('dialog').getByLabel('Connection').selectOption({ label: provider });
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
