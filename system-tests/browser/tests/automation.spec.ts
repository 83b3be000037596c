import { expect } from '@playwright/test';
import { SOON, expectAccessible, goUntil, pictured, signIn, test } from './support/console';

test('an endpoint is added, and what is published at its address is an event', async ({ page }, info) => {
    await signIn(page);
    await page.goto('/user/api/endpoints/new');
    await page.getByLabel('Name').fill('Orders of the shop');
    await page.getByLabel('Type of event').fill('order.paid');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Add endpoint' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Orders of the shop' })).toBeVisible();
    await page.getByRole('button', { name: 'Publish' }).click();
    const event = page.getByRole('status').getByRole('link');
    await expect(event).toBeVisible();
    await expectAccessible(page);
    await pictured(page, info.outputPath('endpoint.png'));
    const address = `/user/api/events/${(await event.textContent()) ?? ''}`;
    await goUntil(page, address, () => expect(page.getByText('order.paid').first()).toBeVisible(SOON));
    await expect(page.getByText('129.5').first()).toBeVisible();
});

test('a reserved type is refused at its field', async ({ page, expected }) => {
    expected.push(/status of 422 .*\/automation\/endpoints$/);
    await signIn(page);
    await page.goto('/user/api/endpoints/new');
    await page.getByLabel('Name').fill('Links');
    await page.getByLabel('Type of event').fill('link.created');
    await page.getByRole('button', { name: 'Add endpoint' }).click();
    await expect(page.getByLabel('Type of event')).toHaveAccessibleDescription(/belongs to the service/);
});
