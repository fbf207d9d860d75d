/** Earlier periods that values over time are compared with: the one right before, or the same one a day, week or month ago. */
export const comparisons = ['previous', 'day', 'week', 'month'] as const;
export type Comparison = (typeof comparisons)[number];
