import { type Page, expect } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScrolling, signIn, test } from './support/console';
import { PASSWORD, another } from './support/people';

/** Invites somebody, and returns the link that is shown once. */
async function invite(page: Page, email: string, role: string): Promise<string> {
    await page.goto('/user/api/members');
    await page.getByRole('button', { name: 'Invite somebody' }).click();
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
    const name = `Shop <b>${Date.now()}</b>`;
    await signIn(page);
    await page.goto('/user/api/workspaces');
    await page.getByRole('button', { name: 'Open a workspace' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill(name);
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Open workspace' }).click();
    await expect(page.getByText(`Workspace ${name}`)).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Workspace' }).locator('option:checked')).toHaveText(name);
    await page.getByRole('link', { name: 'API keys' }).click();
    await expect(page.getByRole('heading', { name: 'No keys yet' })).toBeVisible();

    await page.reload();
    await expect(page.getByRole('heading', { name: 'No keys yet' })).toBeVisible();
    await page.getByRole('link', { name: 'Workspace settings' }).click();
    await page.getByLabel('Name').fill(`${name} renamed`);
    await page.getByRole('button', { name: 'Rename' }).click();
    await expect(page.getByText('The workspace is renamed.')).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Workspace' }).locator('option:checked')).toHaveText(`${name} renamed`);

    await page.getByRole('combobox', { name: 'Workspace' }).selectOption({ label: 'default' });
    await page.getByRole('link', { name: 'API keys' }).click();
    await expect(page.getByRole('link', { name: 'first-run' })).toBeVisible();
});

test('somebody is invited, comes in by the link, gets another role and is taken out', async ({ page, browser }) => {
    const email = `grace-${Date.now()}@example.com`;
    await signIn(page);
    const link = await invite(page, email, 'Viewer');
    await expect(page.getByRole('table', { name: 'Open invitations' }).getByText(email)).toBeVisible();

    const grace = await another(browser);
    await grace.goto(link);
    await expect(grace.getByText('You are invited to default as its viewer.')).toBeVisible();
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
    await expect(grace.getByRole('link', { name: 'Create key' })).toHaveCount(0);

    await grace.goto(link);
    await expect(grace.getByRole('alert')).toContainText('invitation_over');

    await page.goto('/user/api/members');
    await page.getByRole('button', { name: `Change ${email}` }).click();
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('radio', { name: /^Developer/ }).check();
    await page.getByRole('dialog').getByRole('button', { name: 'Change role' }).click();
    await expect(page.getByRole('row', { name: new RegExp(email) }).getByText('developer')).toBeVisible();
    await grace.goto('/user/api/keys');
    await expect(grace.getByRole('link', { name: 'Create key' })).toBeVisible();

    await page.getByRole('button', { name: `Change ${email}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Take out of the workspace' }).click();
    await expect(page.getByText(email)).toHaveCount(0);
    await grace.goto('/user/api');
    await expect(grace.getByText('You belong to no workspace')).toBeVisible();
});

test('an invitation that is taken back is good for nothing', async ({ page, browser }) => {
    const email = `linus-${Date.now()}@example.com`;
    await signIn(page);
    const link = await invite(page, email, 'Developer');
    await page.getByRole('button', { name: `Take back the invitation of ${email}` }).click();
    await expect(page.getByText(email)).toHaveCount(0);
    const linus = await another(browser);
    await linus.goto(link);
    await expect(linus.getByRole('alert')).toContainText('invitation_over');
});

test('whoever is signed in accepts as himself', async ({ page, browser }) => {
    const email = `ada-${Date.now()}@example.com`;
    await signIn(page);
    const ada = await another(browser);
    await ada.goto(await invite(page, email, 'Admin'));
    await ada.getByLabel('Name').fill('Ada');
    await ada.getByLabel('Password').fill(PASSWORD);
    await ada.getByRole('button', { name: 'Accept' }).click();
    await expect(ada.getByText('you are its admin')).toBeVisible();

    await ada.goto('/user/api/workspaces');
    await ada.getByRole('button', { name: 'Open a workspace' }).click();
    await ada.getByRole('dialog').getByLabel('Name').fill(`Of ${email}`);
    await ada.getByRole('dialog').getByRole('button', { name: 'Open workspace' }).click();
    await expect(ada.getByText(`Workspace Of ${email}`)).toBeVisible();
    const link = await invite(ada, 'owner-of-all@example.com', 'Viewer');
    await page.goto(link);
    await expect(page.getByText(`You are invited to Of ${email} as its viewer.`)).toBeVisible();
    await page.getByRole('button', { name: 'Accept' }).click();
    await expect(page.getByText(`Workspace Of ${email} · you are its viewer`)).toBeVisible();

    await page.getByRole('link', { name: 'Members' }).click();
    await page.getByRole('button', { name: /^Leave/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave the workspace' }).click();
    await expect(page.getByRole('combobox', { name: 'Workspace' }).getByRole('option', { name: `Of ${email}` })).toHaveCount(0);
});
