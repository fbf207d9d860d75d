/** Options for `expect.poll`: twenty seconds. */
export const soon = { timeout: 120_000, interval: 50 } as const;
