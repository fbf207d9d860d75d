import { deviceText } from './device-text.ts';
import { findFirstField, layoutFields } from './field-layout.ts';
import { informationElement } from './registry.ts';
import type { FlowTemplate } from './template.ts';

/** Elements that carry the host of a request, in order of precedence. */
export const hostElements = [
  informationElement('httpRequestHost'),
  informationElement('appHttpHost'),
] as const;

/**
 * Cisco prefixes the text with the application (4 bytes) and its attribute (2 bytes) (Cisco "AVC Metric Definition
 * Guide").
 */
const BEFORE_TEXT = 6;
/** Application engines are control characters, which no host name starts with. */
const FIRST_PRINTABLE = 32;

/** Returns the host of the record at `p`, in lower case and without port; undefined if it has none. */
export type HostReader = (view: DataView, p: number) => string | undefined;

/** Returns a reader of the host, undefined if the template carries none. */
export function hostReader(template: FlowTemplate): HostReader | undefined {
  const placed = findFirstField(layoutFields(template).placed, hostElements);
  if (placed === undefined || placed.field.length <= BEFORE_TEXT) return undefined;
  const { length } = placed.field;
  return (view, p) => {
    const at = p + placed.offset;
    const skipped = view.getUint8(at) < FIRST_PRINTABLE ? BEFORE_TEXT : 0;
    const text = deviceText(view, { at: at + skipped, length: length - skipped });
    const host = text.split(':')[0]?.toLowerCase();
    return host === '' ? undefined : host;
  };
}
