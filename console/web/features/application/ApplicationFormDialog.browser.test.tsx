import { describe, it } from 'vitest';
import { page } from 'vitest/browser';
import { providerApplications } from '#schemas/application/routes.ts';
import { problemText } from '#schemas/problem/problem.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { applicationRoutes } from '#web/routes/pages/application.ts';
import { pageRenderer } from '#web/testing/render-page.tsx';
import { rejected, reply } from '#web/testing/replies.ts';

const renderPage = pageRenderer(...applicationRoutes);

const dialog = page.getByRole('dialog');
const list = reply(providerApplications.list, () => ({
  applications: [],
  orderVersion: 'none',
  precedence: 'provider' as const,
  max: 100,
}));

describe('the form of an application', () => {
  it('reports every fault at once: a missing name and a wrong address', async () => {
    await renderPage('/mt/application', { replies: [list] });
    await page.getByRole('button', { name: 'Add an application' }).first().click();
    await dialog.getByLabelText('IP addresses and ranges').fill('10.0.0.999');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expectVisible(dialog.getByText('This field is required').first());
    await expectVisible(dialog.getByText('The IP address 10.0.0.999 is not in valid format.').first());
  });

  it('shows a taken name at its field', async () => {
    const taken = rejected({ field: 'name', code: 'NAME_TAKEN' });
    await renderPage('/mt/application', { replies: [list, reply(providerApplications.create, taken)] });
    await page.getByRole('button', { name: 'Add an application' }).first().click();
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Shop');
    await dialog.getByLabelText('Ports').fill('443');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expectVisible(dialog.getByText(problemText('NAME_TAKEN', 'en')).first());
  });
});
