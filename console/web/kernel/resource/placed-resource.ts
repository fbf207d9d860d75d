import type { ResourceSummary, EditPlace } from '#schemas/resource/resource.ts';
import type { Shareable } from './shareable.ts';

/** A resource on the screens of a customer; `id` is that of its content. */
export interface PlacedResource extends Omit<ResourceSummary, 'id'> {
  readonly resource: number;
  readonly edit: EditPlace;
}

/** The form that the sharing, status and owner dialogs take. */
export const shareableOf = ({ resource, ...fields }: PlacedResource): Shareable => ({
  ...fields,
  id: resource,
});
