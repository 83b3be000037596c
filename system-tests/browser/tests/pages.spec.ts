import { expect, test } from '@playwright/test';

test('the console opens, and nothing in it breaks its policy', async ({ page }) => {
    const broken: string[] = [];
    page.on('console', (message) => message.type() === 'error' && broken.push(message.text()));
    page.on('pageerror', (error) => broken.push(error.message));
    await page.goto('/user/api');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(broken).toEqual([]);
});
