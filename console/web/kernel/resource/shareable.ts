import type { ResourceSummary } from '#schemas/resource/resource.ts';

/** A resource as the sharing and status dialogs take it. */
export type Shareable = Pick<
  ResourceSummary,
  'id' | 'name' | 'version' | 'owner' | 'visibility' | 'share' | 'reachesOthers' | 'status'
>;
