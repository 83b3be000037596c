import { type Page, expect } from '@playwright/test';
import { SOON, expectAccessible, expectNoSidewaysScrolling, goUntil, loaded, signIn, test, unique } from './support/console';
import { owner } from './support/owners';
import { PASSWORD, another, newAddress } from './support/people';

/** Invites a member, and returns the link that is shown once. */
async function invite(page: Page, email: string, role: string): Promise<string> {
    await page.goto('/user/api/members');
    await page.getByRole('button', { name: 'Invite a member' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('E-mail').fill(email);
    await dialog.getByRole('radio', { name: new RegExp(`^${role}`) }).check();
    await dialog.getByRole('button', { name: 'Invite' }).click();
    const link = new URL(await dialog.getByRole('region', { name: 'Link' }).innerText());
    await expectAccessible(page);
    await dialog.getByLabel(/^I have stored/).check();
    await dialog.getByRole('button', { name: 'Done' }).click();
    return link.pathname + link.hash;
}

test('workspaces are opened, entered and renamed, and see nothing of each other', async ({ page }) => {
    const name = unique('Shop <b>bold</b>');
    await signIn(page);
    await page.goto('/user/api/workspaces');
    await page.getByRole('button', { name: 'Create a workspace' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill(name);
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Create workspace' }).click();
    await expect(page.getByText(`Workspace ${name}`)).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Workspace' }).locator('option:checked')).toHaveText(name);
    await page.getByRole('link', { name: 'API keys' }).click();
    await expect(page.getByRole('heading', { name: 'No keys yet' })).toBeVisible();

    await page.reload();
    await expect(page.getByRole('heading', { name: 'No keys yet' })).toBeVisible();
    await page.getByRole('link', { name: 'Workspace settings' }).click();
    await page.getByLabel('Name', { exact: true }).fill(`${name} renamed`);
    await page.getByRole('button', { name: 'Rename' }).click();
    await expect(page.getByText('The workspace is renamed.')).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Workspace' }).locator('option:checked')).toHaveText(`${name} renamed`);

    await page.getByRole('combobox', { name: 'Workspace' }).selectOption({ label: 'default' });
    await page.getByRole('link', { name: 'API keys' }).click();
    await expect(page.getByRole('table', { name: 'API keys' })).toBeVisible();
});

test('a member is invited, accepts by the link, gets another role and is removed', async ({ page, browser }) => {
    const email = newAddress('grace');
    await signIn(page);
    const link = await invite(page, email, 'Viewer');
    await expect(page.getByRole('table', { name: 'Open invitations' }).getByText(email)).toBeVisible();

    const grace = await another(browser);
    await goUntil(grace, link, () => expect(grace.getByText('You are invited to default as its viewer.')).toBeVisible(SOON));
    expect(new URL(grace.url()).hash).toBe('');
    await expectAccessible(grace);
    await grace.setViewportSize({ width: 320, height: 640 });
    await expectNoSidewaysScrolling(grace);
    await grace.setViewportSize({ width: 1280, height: 800 });
    await grace.getByLabel('Name').fill('Grace');
    await grace.getByLabel('Password').fill(PASSWORD);
    await grace.getByRole('button', { name: 'Accept' }).click();
    await expect(grace.getByText('Workspace default · you are its viewer')).toBeVisible();
    await expect(grace.getByRole('link', { name: 'Audit' })).toHaveCount(0);
    await grace.goto('/user/api/keys');
    await loaded(grace);
    await expect(grace.getByRole('link', { name: 'Create key' })).toHaveCount(0);

    await goUntil(grace, link, () => expect(grace.getByRole('alert')).toContainText('invitation_over', SOON));

    const change = page.getByRole('button', { name: `Change ${email}` });
    await goUntil(page, '/user/api/members', () => expect(change).toBeVisible(SOON));
    await change.click();
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('radio', { name: /^Developer/ }).check();
    await page.getByRole('dialog').getByRole('button', { name: 'Change role' }).click();
    await expect(page.getByRole('row', { name: new RegExp(email) }).getByText('developer')).toBeVisible();
    await goUntil(grace, '/user/api/keys', () => expect(grace.getByRole('link', { name: 'Create key' })).toBeVisible(SOON));

    await change.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove from the workspace' }).click();
    await expect(page.getByText(email)).toHaveCount(0);
    await goUntil(grace, '/user/api', () => expect(grace.getByText('You are not a member of a workspace')).toBeVisible(SOON));
});

test('a revoked invitation cannot be accepted', async ({ page, browser }) => {
    const email = newAddress('linus');
    await signIn(page);
    const link = await invite(page, email, 'Developer');
    await page.getByRole('button', { name: `Revoke the invitation of ${email}` }).click();
    await expect(page.getByText(email)).toHaveCount(0);
    const linus = await another(browser);
    await goUntil(linus, link, () => expect(linus.getByRole('alert')).toContainText('invitation_over', SOON));
});

test('a signed-in user accepts an invitation', async ({ page, browser }) => {
    const email = newAddress('ada');
    await signIn(page);
    const ada = await another(browser);
    const toDefault = await invite(page, email, 'Admin');
    await goUntil(ada, toDefault, () => expect(ada.getByLabel('Name')).toBeVisible(SOON));
    await ada.getByLabel('Name').fill('Ada');
    await ada.getByLabel('Password').fill(PASSWORD);
    await ada.getByRole('button', { name: 'Accept' }).click();
    await expect(ada.getByText('you are its admin')).toBeVisible();

    await ada.goto('/user/api/workspaces');
    await ada.getByRole('button', { name: 'Create a workspace' }).click();
    await ada.getByRole('dialog').getByLabel('Name').fill(`Of ${email}`);
    await ada.getByRole('dialog').getByRole('button', { name: 'Create workspace' }).click();
    await expect(ada.getByText(`Workspace Of ${email}`)).toBeVisible();
    const link = await invite(ada, owner().email, 'Viewer');
    await goUntil(page, link, () => expect(page.getByText(`You are invited to Of ${email} as its viewer.`)).toBeVisible(SOON));
    await page.getByRole('button', { name: 'Accept' }).click();
    await expect(page.getByText(`Workspace Of ${email} · you are its viewer`)).toBeVisible();

    await page.getByRole('link', { name: 'Members' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Members' })).toBeVisible();
    await loaded(page);
    await page.getByRole('button', { name: /^Leave/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave the workspace' }).click();
    await expect(page.getByRole('combobox', { name: 'Workspace' }).getByRole('option', { name: `Of ${email}` })).toHaveCount(0);
});
