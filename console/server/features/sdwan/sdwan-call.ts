import type { EndpointCall } from '#platform/sdwan/sdwan-client.ts';
import { encodeSegment } from '#platform/sdwan/endpoint-path.ts';
import { endpointFaults, headerFaults, type SdwanSettings } from '#schemas/dashboard/dashlets/sdwan.ts';
import { fillPlaceholders, namesElement, type PlaceholderContext } from './placeholders.ts';
import type { Fault } from '#schemas/problem/fault.ts';
import type { SdwanKind } from '#schemas/sdwan/kind.ts';
import { wrongPath } from '../../shared/json-path/apply-paths.ts';
import { rejectFaults } from '../../shared/repository/reject-faults.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';

/** What a dashlet requests, with its placeholders filled. */
export interface SdwanCall extends Pick<EndpointCall, 'path' | 'headers'> {
  readonly paths: readonly string[];
  /** Place of the endpoint and the paths in the settings, for faults. */
  readonly place: string;
}

/** Headers that choose among what a manager returns, in lower case. Others may change a GET into another request for a gateway. */
const plainHeaders: readonly string[] = [
  'accept-language',
  'x-nuage-attributes',
  'x-nuage-filter',
  'x-nuage-filtertype',
  'x-nuage-groupby',
  'x-nuage-orderby',
  'x-nuage-page',
  'x-nuage-pagesize',
];

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

/** Rejects headers that dashlets may not send; `more`: names that the installation allows. */
function rejectHeaders(headers: SdwanSettings['headers'], more: readonly string[]): void {
  const allowed = new Set([...plainHeaders, ...more.map((name) => name.toLowerCase())]);
  const index = headers.findIndex(({ name }) => !allowed.has(name.toLowerCase()));
  const name = headers[index]?.name;
  if (name !== undefined)
    rejectSetting(`headers.${String(index)}.name`, {
      code: 'SDWAN_HEADER_NOT_ALLOWED',
      params: { name },
    });
}

/** The endpoint and the paths for managers of a kind, with their place in the settings. */
function variantOf({ endpoint, paths, variants }: SdwanSettings, kind: SdwanKind) {
  const index = variants.findIndex((variant) => variant.kind === kind);
  const variant = variants[index];
  return variant === undefined
    ? { endpoint, paths, place: '' }
    : { endpoint: variant.endpoint, paths: variant.paths, place: `variants.${String(index)}.` };
}

type Fill = (text: string, path: string, encode: (value: string) => string) => string;

/** Path and query are filled apart: a value remains within its segment. */
function filledEndpoint(endpoint: string, place: string, fill: Fill): string {
  const at = endpoint.indexOf('?');
  const [path, query] = at < 0 ? [endpoint, ''] : [endpoint.slice(0, at), endpoint.slice(at)];
  return `${fill(path, place, encodeSegment)}${fill(query, place, encodeURIComponent)}`;
}

/** Headers with one name are one header with a list of values (RFC 9110, section 5.3). */
function filledHeaders({ headers }: SdwanSettings, fill: Fill): Readonly<Record<string, string>> {
  const filled = headers.map((header, index) => ({
    ...header,
    value: fill(header.value, `headers.${String(index)}.value`, (part) => part),
  }));
  // Names of elements that placeholders stand for have such characters, too.
  for (const { path, code, params } of headerFaults(filled)) rejectSetting(path.join('.'), { code, params });
  const sent = filled.map(({ name, value, base64 }): [string, string] => [
    name,
    base64 ? asBase64(value) : value,
  ]);
  return Object.fromEntries(new Headers(sent));
}

/** Rejects what no manager is sent: paths that servers read differently, headers that are not allowed, and wrong JSON paths. */
function rejectUnsendable(settings: SdwanSettings, kind: SdwanKind, headers: readonly string[]): void {
  const { endpoint, paths, place } = variantOf(settings, kind);
  // Before placeholders are filled: what stands for them changes nothing in the grammar, and the position is that of what was typed.
  const wrong = wrongPath(paths);
  if (wrong !== undefined)
    rejectSetting(`${place}paths.${String(wrong.index)}`, {
      code: 'JSON_FILTER_SYNTAX',
      params: { position: wrong.position },
    });
  for (const { code, params } of endpointFaults({ endpoint, variants: [] }))
    rejectSetting(`${place}endpoint`, { code, params });
  rejectHeaders(settings.headers, headers);
}

/** The manager that is called, and names of headers in addition to the usual ones that the installation allows. */
export interface RequestedManager {
  readonly kind: SdwanKind;
  readonly headers: readonly string[];
}

/**
 * What a dashlet requests from a manager. Throws JSON_FILTER_SYNTAX, SDWAN_ATTRIBUTE_UNKNOWN, SDWAN_ELEMENT_UNKNOWN, SDWAN_CONTEXT_NO_MATCH,
 * SDWAN_CONTEXT_MANY_MATCHES, SDWAN_ENDPOINT_CHARACTER, SDWAN_HEADER_CHARACTER, SDWAN_HEADER_NOT_ALLOWED, and SDWAN_SITES_LIMITED where a
 * reader of some sites would get the entire network.
 */
export function sdwanCall(
  settings: SdwanSettings,
  { kind, headers }: RequestedManager,
  context: PlaceholderContext,
): SdwanCall {
  rejectUnsendable(settings, kind, headers);
  const { endpoint, paths, place } = variantOf(settings, kind);
  if (context.sites !== undefined && ![endpoint, ...paths].some(namesElement))
    throw new ProblemError('SDWAN_SITES_LIMITED');
  const fill: Fill = (text, path, encode) => {
    const filled = fillPlaceholders(text, context, encode);
    return filled.ok ? filled.text : rejectSetting(path, { code: filled.code, params: filled.params });
  };
  return {
    path: filledEndpoint(endpoint, `${place}endpoint`, fill),
    headers: filledHeaders(settings, fill),
    paths: paths.map((path, index) => fill(path, `${place}paths.${String(index)}`, quoted)),
    place,
  };
}
