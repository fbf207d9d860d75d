import type { ResourceSummary, EditPlace } from '#schemas/resource/resource.ts';
import type { Shareable } from './shareable.ts';

/** What the screens of a customer know of a resource: its own id is that of its content. */
export interface PlacedResource extends Omit<ResourceSummary, 'id'> {
  readonly resource: number;
  readonly edit: EditPlace;
}

/** As the dialogs of sharing, status and owner take it. */
export const shareableOf = ({ resource, ...fields }: PlacedResource): Shareable => ({
  ...fields,
  id: resource,
});
