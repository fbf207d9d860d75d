import { documentKinds } from '../routes.ts';

/** Kinds of documents whose dashlets readers may request: dashboards, home pages and reports. */
export const shownKinds = [...documentKinds, 'report'] as const;
export type ShownKind = (typeof shownKinds)[number];

/** The problem of a stored document that cannot be read. */
export const unavailableOf = (kind: ShownKind) =>
  kind === 'report' ? ('REPORT_UNAVAILABLE' as const) : ('DASHBOARD_UNAVAILABLE' as const);
