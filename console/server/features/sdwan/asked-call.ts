import type { EndpointCall } from '#platform/sdwan/sdwan-client.ts';
import { headerFaults } from '#schemas/dashboard/dashlets/sdwan.ts';
import type { SdwanSettings } from '#schemas/dashboard/dashlets/sdwan.ts';
import { fillPlaceholders, namesElement } from '#schemas/dashboard/placeholders.ts';
import type { PlaceholderContext } from '#schemas/dashboard/placeholders.ts';
import type { Fault } from '#schemas/problem/fault.ts';
import type { SdwanKind } from '#schemas/sdwan/kind.ts';
import { wrongPath } from '../../shared/json-path/apply-paths.ts';
import { rejectFaults } from '../../shared/repository/reject-faults.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';

/** What a dashlet asks, with its placeholders filled. */
export interface AskedCall extends Pick<EndpointCall, 'path' | 'headers'> {
  readonly paths: readonly string[];
  /** Place of the endpoint and the paths in the settings, for faults. */
  readonly place: string;
}

/** A fault of the settings, which the editor shows at their field. */
export const rejectSetting = (path: string, fault: Pick<Fault, 'code' | 'params'>): never => {
  rejectFaults([{ path, ...fault }], 'body.settings');
  throw new ProblemError(fault.code);
};

const asBase64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64');
/** Within the quotes of a JSON path. */
const quoted = (text: string): string =>
  JSON.stringify(text)
    .slice(1, -1)
    .replaceAll("'", String.raw`\'`);

/** The endpoint and the paths for managers of a kind, with their place in the settings. */
function variantOf({ endpoint, paths, variants }: SdwanSettings, kind: SdwanKind) {
  const index = variants.findIndex((variant) => variant.kind === kind);
  const variant = variants[index];
  return variant === undefined
    ? { endpoint, paths, place: '' }
    : { endpoint: variant.endpoint, paths: variant.paths, place: `variants.${String(index)}.` };
}

/**
 * What a dashlet asks a manager of a kind. Throws JSON_FILTER_SYNTAX, SDWAN_ATTRIBUTE_UNKNOWN, SDWAN_ELEMENT_UNKNOWN, SDWAN_CONTEXT_NO_MATCH,
 * SDWAN_CONTEXT_MANY_MATCHES, SDWAN_HEADER_CHARACTER, and SDWAN_SITES_LIMITED where a reader of some sites would get the whole network.
 */
export function askedCall(settings: SdwanSettings, kind: SdwanKind, context: PlaceholderContext): AskedCall {
  const { endpoint, paths, place } = variantOf(settings, kind);
  // Before placeholders are filled: what stands for them changes nothing in the grammar, and the position is that of what was typed.
  const wrong = wrongPath(paths);
  if (wrong !== undefined)
    rejectSetting(`${place}paths.${String(wrong.index)}`, {
      ...{ code: 'JSON_FILTER_SYNTAX', params: { position: wrong.position } },
    });
  if (context.sites !== undefined && ![endpoint, ...paths].some(namesElement))
    throw new ProblemError('SDWAN_SITES_LIMITED');
  const fill = (text: string, path: string, encode: (value: string) => string): string => {
    const filled = fillPlaceholders(text, context, encode);
    return filled.ok ? filled.text : rejectSetting(path, { code: filled.code, params: filled.params });
  };
  const filled = settings.headers.map((header, index) => ({
    ...header,
    value: fill(header.value, `headers.${String(index)}.value`, (part) => part),
  }));
  // Names of elements that placeholders stand for have such characters, too.
  for (const { path, code, params } of headerFaults(filled)) rejectSetting(path.join('.'), { code, params });
  const headers = filled.map(({ name, value, base64 }): [string, string] => [
    name,
    base64 ? asBase64(value) : value,
  ]);
  return {
    path: fill(endpoint, `${place}endpoint`, encodeURIComponent),
    // Headers with one name are one header with a list of values (RFC 9110, section 5.3).
    headers: Object.fromEntries(new Headers(headers)),
    paths: paths.map((path, index) => fill(path, `${place}paths.${String(index)}`, quoted)),
    place,
  };
}
