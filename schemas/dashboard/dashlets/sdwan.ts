import { z } from 'zod';
import { sdwanKinds } from '../../sdwan/kind.ts';
import { documentText } from '../document-text.ts';
import { reportFaults, type SettingsFault } from '../settings-fault.ts';

/** Headers of the connection and of the session with the manager, which the server sets. */
const RESERVED =
  /^(?:accept-encoding|authorization|connection|content-.*|cookie|expect|host|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|vsessionid|x-nuage-organization|x-nuage-proxyuser|x-xsrf-token)$/i;

const Header = z.strictObject({
  /** Token of RFC 9110, section 5.6.2. */
  name: z
    .string()
    .max(100)
    .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'INPUT_INVALID')
    .refine((name) => !RESERVED.test(name), 'SDWAN_HEADER_RESERVED'),
  value: documentText(2_000),
  /** The value is sent in Base64. */
  base64: z.boolean().default(false),
});

/** The first character of a text that a header cannot carry as it is: others than visible ASCII and spaces (RFC 9110, section 5.5). */
const unsendable = (text: string): string | undefined => /[^\x20-\x7E]/u.exec(text)?.[0];

/** Faults of the values of headers. */
export const headerFaults = (headers: readonly z.infer<typeof Header>[]): readonly SettingsFault[] =>
  headers.flatMap(({ name, value, base64 }, index) => {
    const character = base64 ? undefined : unsendable(value);
    return character === undefined
      ? []
      : [
          {
            path: ['headers', index, 'value'],
            code: 'SDWAN_HEADER_CHARACTER' as const,
            params: { name, character },
          },
        ];
  });

/** `{device.address}`: an attribute; `{device}` is the name. Braces around anything else, as in queries of JSON, stay. */
export const PLACEHOLDER = /\{([a-z]+)(?:\.([\w-]+))?\}/gi;

/** The first character that the path of an endpoint cannot have as it is typed: servers read what is encoded, and `;`, differently. */
const unreadable = (endpoint: string): string | undefined =>
  /[^A-Za-z0-9._~:,@/-]/u.exec(endpoint.replace(/\?.*$/su, '').replaceAll(PLACEHOLDER, ''))?.[0];

/** Faults of the paths of endpoints. */
export function endpointFaults({
  endpoint,
  variants,
}: {
  readonly endpoint: string;
  readonly variants: readonly { readonly endpoint: string }[];
}): readonly SettingsFault[] {
  const places = [
    { path: ['endpoint'], endpoint },
    ...variants.map((variant, index) => ({
      path: ['variants', index, 'endpoint'],
      endpoint: variant.endpoint,
    })),
  ];
  return places.flatMap(({ path, endpoint: given }) => {
    const character = unreadable(given);
    return character === undefined
      ? []
      : [{ path, code: 'SDWAN_ENDPOINT_CHARACTER' as const, params: { character } }];
  });
}

/** Path and query below the address of the manager. */
const Endpoint = z
  .string()
  .trim()
  .max(2_000)
  .regex(/^\/[^\s\p{Cc}]*$/u, 'INPUT_INVALID');
/** JSON paths (RFC 9535), applied one after the other. */
const Paths = z.array(z.string().trim().min(1, 'REQUIRED').max(1_000)).max(20).default([]);

const shape = z.strictObject({
  /** Id of the manager; absent: that of the customer. */
  manager: z.int().positive().optional(),
  endpoint: Endpoint,
  method: z.literal('GET').default('GET'),
  headers: z.array(Header).max(20).default([]),
  paths: Paths,
  /** What is requested from managers of another kind instead, so that one document serves customers of several. */
  variants: z
    .array(z.strictObject({ kind: z.enum(sdwanKinds), endpoint: Endpoint, paths: Paths }))
    .max(sdwanKinds.length)
    .default([]),
  /** Texts that are replaced in the response, in names and values. */
  replacements: z
    .array(z.strictObject({ search: z.string().min(1, 'REQUIRED').max(200), by: documentText(200) }))
    .max(50)
    .default([]),
  view: z.enum(['tree', 'table']).default('table'),
});

const variantFaults = ({ variants }: z.infer<typeof shape>): SettingsFault[] =>
  variants.flatMap(({ kind }, index) =>
    variants.findIndex((other) => other.kind === kind) < index
      ? [{ path: ['variants', index, 'kind'], code: 'NOT_UNIQUE' as const }]
      : [],
  );

/** A response of the API of an SD-WAN manager. Texts in `{braces}` are placeholders that the context fills. */
export const SdwanSettings = shape.superRefine(reportFaults(variantFaults));
export type SdwanSettings = z.infer<typeof SdwanSettings>;
