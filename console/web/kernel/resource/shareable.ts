import type { ResourceSummary } from '#schemas/resource/resource.ts';

/** What the dialogs on sharing and status know of a resource. */
export type Shareable = Pick<
  ResourceSummary,
  'id' | 'name' | 'version' | 'owner' | 'visibility' | 'share' | 'status'
>;
