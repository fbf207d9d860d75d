import { afterEach, beforeEach } from 'vitest';
import { cleanup } from 'vitest-browser-react';
import { setLanguage } from '#web/lib/text.ts';
import { closePage } from './render-page.tsx';

// All files share a page, in which modules load once: these hooks belong to each file.

beforeEach(async () => {
  await cleanup();
  // The place of dialogs would stand before the next page, whose first link then is theirs.
  for (const place of document.querySelectorAll('[data-mantine-shared-portal-node]')) place.remove();
  // A backtest of the test before would be found again.
  sessionStorage.clear();
  // A test without a page of its own names no language.
  setLanguage('en');
});

afterEach(() => {
  const faults = closePage();
  if (faults.length > 0) throw new Error(faults.join('\n'));
});
