import type { ShownKind } from '#schemas/dashboard/kind/shown-kind.ts';
import type { AnyDocument } from '#schemas/report/any-document.ts';
import { resourceKinds } from '#schemas/resource/kind.ts';
import type { Caller } from '#server/kernel/access/caller.ts';

/** Reads a document of a customer that the caller may read. Throws NOT_FOUND, DASHBOARD_UNAVAILABLE, REPORT_UNAVAILABLE. */
export type DocumentSource = (
  space: { readonly kind: ShownKind; readonly customer: number },
  id: number,
  caller: Caller,
) => Promise<AnyDocument>;

/** Whether a caller may request more than a document shows: who may write one may show anything with it. */
export const mayQueryAnything = (
  kind: ShownKind,
  { permissions, display }: Pick<Caller, 'permissions' | 'display'>,
): boolean =>
  display === undefined &&
  (permissions.has('DASHBOARD.read') || permissions.has(resourceKinds[kind].customer.write));
