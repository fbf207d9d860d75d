/** For `expect.poll`: what becomes true by itself has ten seconds. */
export const soon = { timeout: 10_000, interval: 50 } as const;
