import { describe, expect, it } from 'vitest';
import { accessibilityFaults } from './support/accessibility.ts';
import { consoleOfFile } from './support/console-of-file.ts';

const telltale = await consoleOfFile();

describe('the network inventory', () => {
  it('is searched and filtered by the server, and leads to an element', async () => {
    const acme = String(telltale.customers.get('acme'));
    const { page, complaints, close } = await telltale.open(`/inventory?customer=${acme}`);
    const grid = page.getByRole('grid', { name: 'Sites' });
    await grid.getByText('acme one').waitFor();
    await page.getByText('2 elements').waitFor();
    await page.getByRole('button', { name: 'Add a filter' }).click();
    await page.getByRole('textbox', { name: 'Values' }).fill('TWO');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('1 element', { exact: true }).waitFor();
    expect(await grid.getByText('acme one').count()).toBe(0);
    expect(new URL(page.url()).searchParams.get('where')).toBe('name:contains:TWO');
    expect(await accessibilityFaults(page)).toEqual([]);
    await grid.getByText('acme two').click();
    await page.getByRole('heading', { name: 'acme two' }).waitFor();
    await page.getByText('Lille').first().waitFor();
    await page.goto(`${telltale.url}/cc/inventory`);
    await page.getByText('6 elements').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });
});
