import { afterEach, beforeEach } from 'vitest';
import { cleanup } from 'vitest-browser-react';
import { setLanguage } from '#web/lib/text.ts';
import { closePage } from './render-page.tsx';

// All files share a page, in which modules load once: these hooks belong to each file.

beforeEach(async () => {
  await cleanup();
  // A backtest of the test before would be found again.
  sessionStorage.clear();
  // A test without a page of its own names no language.
  setLanguage('en');
});

afterEach(() => {
  const faults = closePage();
  if (faults.length > 0) throw new Error(faults.join('\n'));
});
