/** For `expect.poll`: what becomes true by itself has twenty seconds. */
export const soon = { timeout: 20_000, interval: 50 } as const;
