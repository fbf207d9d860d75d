import { expect } from 'vitest';
import type { Locator } from 'vitest/browser';

/** Waits for the first of the elements. */
export const expectVisible = (locator: Locator) => expect.element(locator.first()).toBeVisible();

export const expectGone = (locator: Locator) => expect.poll(() => locator.elements().length).toBe(0);
