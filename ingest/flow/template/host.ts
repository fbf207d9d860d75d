import { deviceText } from './device-text.ts';
import { findField, layoutFields, type PlacedField } from './field-layout.ts';
import { informationElement } from './registry.ts';
import type { FlowTemplate } from './template.ts';

/** Elements that carry the host of a request, in order of precedence. */
export const hostElements = [
  informationElement('httpRequestHost'),
  informationElement('appHttpHost'),
  informationElement('ntopHttpHost'),
  informationElement('ntopTlsServerName'),
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

function fieldReader({ field: { length }, offset }: PlacedField): HostReader {
  return (view, p) => {
    const at = p + offset;
    const skipped = view.getUint8(at) < FIRST_PRINTABLE ? BEFORE_TEXT : 0;
    const text = deviceText(view, { at: at + skipped, length: length - skipped });
    const host = text.split(':')[0]?.toLowerCase();
    return host === '' ? undefined : host;
  };
}

/** Returns a reader of the host, undefined if the template carries none. A request over TLS has no HTTP host. */
export function hostReader(template: FlowTemplate): HostReader | undefined {
  const { placed } = layoutFields(template);
  const readers = hostElements.flatMap(({ id, enterprise }) => {
    const found = findField(placed, id, enterprise);
    return found !== undefined && found.field.length > BEFORE_TEXT ? [fieldReader(found)] : [];
  });
  const [first, ...others] = readers;
  if (first === undefined || others.length === 0) return first;
  return (view, p) => {
    for (const read of readers) {
      const host = read(view, p);
      if (host !== undefined) return host;
    }
    return undefined;
  };
}
