import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Dialog } from './Dialog.tsx';

test('a dialog has its name from the moment in which it appears', async () => {
  const names = new Set<string | null>();
  const observer = new MutationObserver(() => {
    for (const dialog of document.querySelectorAll('[role="dialog"]'))
      names.add(dialog.getAttribute('aria-label') ?? dialog.getAttribute('aria-labelledby'));
  });
  observer.observe(document.body, { attributes: true, childList: true, subtree: true });
  await render(
    <Dialog open title="Add a filter" onClose={() => undefined}>
      Its fields
    </Dialog>,
  );
  await expect.element(page.getByRole('dialog', { name: 'Add a filter' })).toBeVisible();
  observer.disconnect();
  expect([...names]).toEqual(['Add a filter']);
});
