import { type Page, expect } from '@playwright/test';
import { SOON, expectAccessible, goUntil, loaded, pictured, signIn, test } from './support/console';

/** The token of the address that is shown once; the page goes on when it is stored. */
async function storedToken(page: Page): Promise<string> {
    const address = await page.getByRole('region', { name: 'Address of the endpoint' }).innerText();
    await expectAccessible(page);
    await page.getByLabel('I have stored the address').check();
    await page.getByRole('button', { name: 'Done' }).click();
    return new URL(address).searchParams.get('token') ?? '';
}

test('an endpoint is added, and what is published at its address is an event', async ({ page }, info) => {
    await signIn(page);
    await page.goto('/user/api/endpoints/new');
    await page.getByLabel('Name').fill('Orders of the shop');
    await page.getByLabel('Type of event').fill('order.paid');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Add endpoint' }).click();
    const token = await storedToken(page);
    await expect(page.getByRole('heading', { level: 1, name: 'Orders of the shop' })).toBeVisible();
    await page.getByLabel('Token', { exact: true }).fill(token);
    await page.getByRole('button', { name: 'Publish' }).click();
    const event = page.getByRole('status').getByRole('link');
    await expect(event).toBeVisible();
    await expectAccessible(page);
    await pictured(page, info.outputPath('endpoint.png'));
    const address = `/user/api/events/${(await event.textContent()) ?? ''}`;
    await goUntil(page, address, () => expect(page.getByText('order.paid').first()).toBeVisible(SOON));
    await expect(page.getByText('129.5').first()).toBeVisible();
});

test('a reserved type is rejected at its field', async ({ page, expected }) => {
    expected.push(/status of 422 .*\/automation\/endpoints$/);
    await signIn(page);
    await page.goto('/user/api/endpoints/new');
    await page.getByLabel('Name').fill('Links');
    await page.getByLabel('Type of event').fill('link.created');
    await page.getByRole('button', { name: 'Add endpoint' }).click();
    await expect(page.getByLabel('Type of event')).toHaveAccessibleDescription(/is reserved for Postrider/);
});

test('an event type is defined, and data that does not match is rejected', async ({ page, expected }) => {
    expected.push(/status of (404|422) .*\/automation\/in\//);
    await signIn(page);
    await page.goto('/user/api/event-types');
    await page.getByLabel('Type', { exact: true }).fill('parcel.sent');
    await page.getByLabel('Schema', { exact: true }).fill('{"required": ["parcel_id"]}');
    await page.getByLabel('Example', { exact: true }).fill('{"parcel_id": "7"}');
    await page.getByRole('button', { name: 'Save event type' }).click();
    await expect(page.getByRole('status').getByText('Saved.')).toBeVisible();
    const types = page.getByRole('table', { name: 'Event types' });
    await goUntil(page, page.url(), () => expect(types.getByText('parcel.sent', { exact: true })).toBeVisible(SOON));
    await expectAccessible(page);

    await page.goto('/user/api/endpoints/new');
    await page.getByLabel('Name').fill('Parcels');
    await page.getByLabel('Type of event').fill('parcel.sent');
    await page.getByLabel('Schema', { exact: true }).fill('{"required": ["parcel_id"]}');
    await page.getByRole('button', { name: 'Add endpoint' }).click();
    const token = await storedToken(page);
    await expect(page.getByRole('heading', { level: 1, name: 'Parcels' })).toBeVisible();
    await loaded(page);
    await page.getByLabel('Token', { exact: true }).fill(token);
    // The refusal is shown before the page is left, and is that of the data.
    await expect(async () => {
        await page.getByRole('button', { name: 'Publish' }).click();
        await expect(page.getByRole('alert').filter({ hasNotText: 'not_found' }).first()).toBeVisible(SOON);
    }).toPass();
    const requests = page.getByRole('table', { name: 'Newest requests' });
    await goUntil(page, page.url(), () => expect(requests.getByText('Rejected')).toBeVisible(SOON));
    await expectAccessible(page);
});
