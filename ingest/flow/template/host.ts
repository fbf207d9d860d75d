import { deviceText } from './device-text.ts';
import { findFirstField, layoutFields } from './field-layout.ts';
import { informationElement } from './registry.ts';
import type { FlowTemplate } from './template.ts';

/** Elements that name the host of a request, the first that a template has counts. */
export const hostElements = [informationElement('httpRequestHost'), informationElement('appHttpHost')] as const;

/** Cisco puts the application (4 bytes) and what of it is meant (2) before the text (Cisco "AVC Metric Definition Guide"). */
const BEFORE_TEXT = 6;
/** Engines of applications are control characters; no host begins with one. */
const FIRST_PRINTABLE = 32;

/** Answers the host of the record that begins at `p`, in lower case and without port; undefined when it names none. */
export type HostReader = (view: DataView, p: number) => string | undefined;

/** A reader of the hosts of a template, undefined when it has none. */
export function hostReader(template: FlowTemplate): HostReader | undefined {
  const placed = findFirstField(layoutFields(template).placed, hostElements);
  if (placed === undefined || placed.field.length <= BEFORE_TEXT) return undefined;
  const { length } = placed.field;
  return (view, p) => {
    const at = p + placed.distance;
    const skipped = view.getUint8(at) < FIRST_PRINTABLE ? BEFORE_TEXT : 0;
    const text = deviceText(view, { at: at + skipped, length: length - skipped });
    const host = text.split(':')[0]?.toLowerCase();
    return host === '' ? undefined : host;
  };
}
