import { expect } from '@playwright/test';
import { make } from './support/api';
import { BASE, SOON, expectAccessible, goUntil, signIn, test } from './support/console';

test('errors are shown at their fields', async ({ page, expected }) => {
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

test('links are found by words of their titles, by their tags, and by ids of one\'s own', async ({ page }) => {
    for (const title of ['Harvest festival', 'Harvest supper']) {
        await make('/links', { url: 'https://www.example.com/harvest', title, tags: ['autumn'], external_id: title });
    }
    await signIn(page);
    await page.goto('/user/api/links');
    await page.getByLabel('Search').fill('HARV fest');
    await expect(page.getByRole('link', { name: 'Harvest festival' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Harvest supper' })).toBeHidden();
    await page.getByLabel('Search').fill('harvest');
    await page.getByLabel('Tag').fill('autumn');
    await expect(page.getByRole('link', { name: 'Harvest supper' })).toBeVisible();
    await page.getByLabel('Tag').fill('spring');
    await expect(page.getByText('No links match')).toBeVisible();
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect(page.getByRole('link', { name: 'Harvest supper' })).toBeVisible();
    await page.getByLabel('External ID').fill('Harvest festival');
    await expect(page.getByRole('link', { name: 'Harvest supper' })).toBeHidden();
    await expect(page.getByRole('link', { name: 'Harvest festival' })).toBeVisible();
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
    const visit = () => fetch(`${BASE}${slug}`, { redirect: 'manual', headers: { 'User-Agent': 'Mozilla/5.0 (X11) Firefox/140' } });
    expect((await visit()).headers.get('Location')).toBe('https://www.example.com/by-keyboard');
    await goUntil(page, page.url(), async () => {
        await expect(page.getByRole('definition').filter({ hasText: /^1$/ }).first()).toBeVisible(SOON);
        await expect(page.getByRole('img', { name: /^Clicks from .*: 1 in total/ })).toBeVisible(SOON);
    });

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
    await expect(page.getByRole('dialog', { name: 'Delete link' })).toBeVisible();
    await tabTo('Delete link');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Short links' })).toBeVisible();
    expect((await visit()).status).toBe(410);
});
