import type { InventoryDetail } from '#schemas/inventory/list/routes.ts';
import type { AnnotationPlace } from '#web/kernel/annotation/annotation-place.ts';
import { isAnnotatable } from '../../dashboard/dashlets/timeline/annotation-places.ts';
import type { PageSubject } from '#schemas/dashboard/element/page-kind.ts';

/** What the page of an element is about, with what is known of it. */
export interface Subject extends PageSubject {
  readonly customer: number;
  readonly name: string;
  /** Where it is: a site is at itself, a device on itself. Undefined: at no site, on no device. */
  readonly at: { readonly site: number | undefined; readonly device: number | undefined };
  /** Of an element of the inventory; a customer, and an application at every site, have none. */
  readonly detail: InventoryDetail | undefined;
}

/** A subject without an element of the inventory. */
export const nowhere: Subject['at'] = { site: undefined, device: undefined };

/** The subject of an element of the inventory. */
export function subjectOfDetail(detail: InventoryDetail): Subject {
  const { kind, id, customer, name, site, device } = detail.element;
  const at = {
    site: kind === 'site' ? id : site?.id,
    device: kind === 'device' ? id : device?.id,
  };
  const ofApplication = kind === 'application' ? { number: detail.number, site: site?.id } : {};
  return { kind, id, customer, name, at, detail, ...ofApplication };
}

/** What the page of alarms is filtered by for the alarms of a subject. */
export function alertSearchOf({ kind, id, customer, name, at: { site } }: Subject) {
  if (kind === 'customer') return { customer };
  if (kind === 'site') return { customer, site: [id] };
  return { customer, ...(site !== undefined && { site: [site] }), q: name };
}

/** What annotations on the page of a subject are about: the subject, then its device and site. Applications and classes are noted at their site. */
export function placesOfSubject({ kind, id, name, detail }: Subject): readonly AnnotationPlace[] {
  const { site, device } = detail?.element ?? {};
  const above = [device, site].flatMap((one) => (one ? [{ element: one.id, name: one.name }] : []));
  return [...(isAnnotatable(kind) ? [{ element: id, name }] : []), ...above];
}
