import { expect, it } from 'vitest';
import { isCodeMissing, rethrowMissing } from './missing-code.ts';

it.each([
  'Failed to fetch dynamically imported module: http://console/assets/EventsOfPeriod-1.js',
  'error loading dynamically imported module: http://console/assets/EventsOfPeriod-1.js',
  'Importing a module script failed.',
  'Unable to preload CSS for /assets/EventsOfPeriod-1.css',
])('%s is an error of code that was not loaded', (message) => {
  expect(isCodeMissing(new TypeError(message))).toBe(true);
  const rethrown = () => rethrowMissing(new TypeError(message));
  expect(rethrown).toThrow(message);
  // The router reloads at once for messages that begin like this.
  expect(rethrown).not.toThrow(new RegExp(`^${message.slice(0, 10)}`));
});

it.each([undefined, 'failed', new Error('x is not a function'), new TypeError('Failed to fetch')])(
  '%s is any other error',
  (error) => {
    expect(isCodeMissing(error)).toBe(false);
  },
);
