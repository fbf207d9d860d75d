import { expect, it } from 'vitest';
import { consoleOfFile } from '../support/console-of-file.ts';
import { shot } from '../support/shot.ts';

const telltale = await consoleOfFile({ readOnly: true });

it.each([
  ['/cc/customer', 'Add a customer'],
  ['/mt/role', 'Add a role'],
  ['/mt/sdwanmanagers', 'Add a manager'],
])(
  'a server that is read-only says so on %s, whose controls are disabled with the reason',
  async (path, name) => {
    const { page, complaints, close } = await telltale.open(path);
    await page.getByText('This server is read-only').first().waitFor();
    const button = page.getByRole('button', { name }).first();
    expect(await button.isDisabled()).toBe(true);
    await shot(page, `read-only-${path.split('/')[2] ?? ''}`);
    expect(complaints).toEqual([]);
    await close();
  },
);
