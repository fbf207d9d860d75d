/** Modes of a report: 0 read, 1 slides, 2 design, 3 page set-up. */
export const reportModes = { read: 0, slides: 1, design: 2, setup: 3 } as const;
export type ReportMode = (typeof reportModes)[keyof typeof reportModes];

/** Whether what is changed in a mode can be undone. */
export const keepsHistory = (mode: ReportMode): boolean =>
  mode === reportModes.design || mode === reportModes.setup;

/** Whether pages are shown as they are read: with breakdown and multipliers resolved. */
export const isResolved = (mode: ReportMode): boolean => !keepsHistory(mode);
