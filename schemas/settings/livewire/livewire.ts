import { z } from 'zod';

export const LIVEWIRE_SETTING = 'livewire';

const MAX_URL = 1_000;

/** Properties of a device that the address may name: `{address}`. */
export const livewirePlaceholders = [
  ...(['id', 'name', 'address', 'vendor', 'model'] as const),
  ...(['site', 'city', 'country', 'region', 'customer', 'clientId'] as const),
] as const;
export type LivewirePlaceholder = (typeof livewirePlaceholders)[number];
export type LivewireFacts = Readonly<Record<LivewirePlaceholder, string>>;

const known = livewirePlaceholders.map((name) => `{${name}}`).join(', ');

const isPlaceholder = (name: string): name is LivewirePlaceholder =>
  (livewirePlaceholders as readonly string[]).includes(name);

/** A placeholder, or a brace without its other half. */
const PLACEHOLDER = /\{([^{}]*)\}|[{}]/g;
/** Scheme and host with port. */
const ORIGIN = /^https?:\/\/[^/?#]+/i;

/** The first placeholder that no device has, as it is written. */
const unknownIn = (template: string): string | undefined =>
  [...template.matchAll(PLACEHOLDER)].find(([, name]) => name === undefined || !isPlaceholder(name))?.[0];

/** An absolute address of the web without credentials, which browsers would show to bystanders. */
function isAddress(text: string): boolean {
  if (!ORIGIN.test(text)) return false;
  const url = URL.parse(text);
  return url !== null && url.username === '' && url.password === '';
}

/** Values cannot change the host, the path or the query around them. An IPv6 address in the host is put in brackets (RFC 3986, 3.2.2). */
function encoded(value: string, isInHost: boolean): string | undefined {
  if (isInHost && /^[\da-f:.]*:[\da-f:.]*$/i.test(value)) return `[${value}]`;
  return value === '.' || value === '..' ? undefined : encodeURIComponent(value);
}

/** The address of a device. Undefined where its properties do not yield one: no name in the host, a path of dots. */
export function livewireAddress(template: string, facts: LivewireFacts): string | undefined {
  const origin = ORIGIN.exec(template)?.[0].length ?? 0;
  let isUsable = template !== '' && unknownIn(template) === undefined;
  const address = template.replace(PLACEHOLDER, (written, name: string, at: number) => {
    const value = isPlaceholder(name) ? encoded(facts[name], at < origin) : undefined;
    if (value === undefined) isUsable = false;
    return value ?? written;
  });
  return isUsable && isAddress(address) ? address : undefined;
}

/** Where *Livewire* of a device leads. Empty: it is not offered. */
export const LivewireSetting = z.strictObject({
  url: z
    .string()
    .trim()
    .max(MAX_URL)
    .superRefine((text, context) => {
      const unknown = unknownIn(text);
      if (unknown !== undefined)
        context.addIssue({
          code: 'custom',
          message: 'LIVEWIRE_PLACEHOLDER_UNKNOWN',
          params: { name: unknown, known },
        });
      else if (text !== '' && !isAddress(text.replace(PLACEHOLDER, 'x')))
        context.addIssue({ code: 'custom', message: 'URL_INVALID' });
    }),
});
export type LivewireSetting = z.infer<typeof LivewireSetting>;
