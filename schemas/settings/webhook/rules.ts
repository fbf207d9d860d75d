import { lineAndColumnAt, type SettingFault } from '../setting-fault.ts';
import { jsonFaultAt } from './json-fault.ts';
import { placeholders } from './placeholders.ts';
import { fillJson } from './render.ts';
import { parseTemplate, type ParsedTemplate } from './template.ts';
import { type NamedService } from './service/webhook-service.ts';
import { services } from './service/service.ts';
import type { WebhookDraft } from './webhook.ts';

/** Returns a fault for each unknown or unterminated placeholder. */
export function templateFaults(
  path: string,
  text: string,
  { faults }: ParsedTemplate = parseTemplate(text),
): readonly SettingFault[] {
  return faults.map(({ is, name, at }) => ({
    path,
    code:
      is === 'unknown' ? ('WEBHOOK_PLACEHOLDER_UNKNOWN' as const) : ('WEBHOOK_PLACEHOLDER_UNCLOSED' as const),
    params: { name, ...lineAndColumnAt(text, at) },
  }));
}

/** A JSON value for each kind of placeholder, shorter than any placeholder. */
const sampleValues = { text: '""', number: '0', list: '[]', events: '[]' } as const;

/**
 * Fills the template twice and parses the result as JSON: with a string for each placeholder, which fails where one is part of a
 * number or a word (`1{{kpi.name}}`), and with a value of its kind. A substitute is padded to the length of its placeholder, so that
 * offsets of faults are those of the template.
 */
function jsonFaults(path: string, text: string, { parts }: ParsedTemplate): readonly SettingFault[] {
  const substitutes = [
    () => '""',
    ({ name }: { name: keyof typeof placeholders }) => sampleValues[placeholders[name]],
  ];
  for (const valueOf of substitutes) {
    const json = fillJson(parts, (part, isInString) =>
      isInString ? 'x'.repeat(part.length) : valueOf(part).padEnd(part.length),
    );
    const at = jsonFaultAt(json);
    if (at !== undefined) return [{ path, code: 'WEBHOOK_JSON_INVALID', params: lineAndColumnAt(text, at) }];
  }
  return [];
}

function payloadFaults({ kind, template }: WebhookDraft['payload']): readonly SettingFault[] {
  const path = 'payload.template';
  const parsed = parseTemplate(template);
  const faults = templateFaults(path, template, parsed);
  return kind === 'json' && faults.length === 0 ? jsonFaults(path, template, parsed) : faults;
}

/** Matches scheme and host. */
const ORIGIN = /^https?:\/\/[^/?#]+(?=[/?#]|$)/i;

function isUsable(url: string): boolean {
  if (!ORIGIN.test(url) || !URL.canParse(url)) return false;
  // Credentials belong in a header: fetch rejects them in the URL (WHATWG Fetch §5.4).
  const { username, password } = new URL(url);
  return username === '' && password === '';
}

function urlFaults(url: string): readonly SettingFault[] {
  const path = 'url';
  const parsed = parseTemplate(url);
  const faults: SettingFault[] = [...templateFaults(path, url, parsed)];
  const origin = ORIGIN.exec(url)?.[0].length ?? 0;
  for (const part of parsed.parts) {
    if (part.is === 'text') continue;
    const params = { name: part.name, ...lineAndColumnAt(url, part.at) };
    if (part.name === 'alert.targets' || part.name === 'alert.events')
      faults.push({ path, code: 'WEBHOOK_TARGETS_IN_URL', params });
    if (part.at < origin) faults.push({ path, code: 'WEBHOOK_PLACEHOLDER_IN_HOST', params });
  }
  if (faults.length > 0) return faults;
  const filled = parsed.parts.map((part) => (part.is === 'text' ? part.text : 'x')).join('');
  return isUsable(filled) ? [] : [{ path, code: 'URL_INVALID', params: {} }];
}

/** RFC 9110 §5.6.2 and §5.5, without the obsolete bytes beyond ASCII. */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const VALUE = /^[\t\x20-\x7E]*$/;
/** Headers of the connection or set by the product. */
const RESERVED: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'idempotency-key',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

function headerFaults(headers: WebhookDraft['headers']): readonly SettingFault[] {
  const seen = new Set<string>();
  return headers.flatMap(({ name, value }, index): readonly SettingFault[] => {
    const key = name.toLowerCase();
    const path = `headers.${String(index)}`;
    if (!TOKEN.test(name) || RESERVED.has(key))
      return [{ path: `${path}.name`, code: 'WEBHOOK_HEADER_REFUSED', params: { name } }];
    if (seen.has(key)) return [{ path: `${path}.name`, code: 'WEBHOOK_HEADER_TWICE', params: { name } }];
    seen.add(key);
    if (value !== null && !VALUE.test(value))
      return [{ path: `${path}.value`, code: 'WEBHOOK_HEADER_VALUE', params: { name } }];
    return [];
  });
}

type Callee = Pick<WebhookDraft, 'service' | 'url' | 'channel' | 'secret' | 'headers' | 'payload'>;

/** A secret that is null keeps the stored one. */
function secretFaults(
  { secret }: Pick<Callee, 'secret'>,
  { name, secret: form }: (typeof services)[NamedService],
): readonly SettingFault[] {
  if (secret === null || form.test(secret)) return [];
  const code = secret === '' ? 'WEBHOOK_SECRET_MISSING' : 'WEBHOOK_SECRET_INVALID';
  return [{ path: 'secret', code, params: { name } }];
}

/** Of a service nothing but its address, its secret and a channel is looked at. */
function serviceFaults(service: NamedService, { url, channel, secret }: Callee): readonly SettingFault[] {
  const facts = services[service];
  const isUrl = facts.address === '' || (isUsable(url) && !/[{}?#]/.test(url));
  return [
    ...(isUrl ? [] : [{ path: 'url', code: 'URL_INVALID', params: {} } as const]),
    ...secretFaults({ secret }, facts),
    ...(facts.usesChannel && channel === ''
      ? [{ path: 'channel', code: 'WEBHOOK_CHANNEL_MISSING', params: { name: facts.name } } as const]
      : []),
  ];
}

/** Returns the faults of a webhook. */
export const webhookFaults = (draft: Callee): readonly SettingFault[] =>
  draft.service === 'custom'
    ? [...urlFaults(draft.url), ...headerFaults(draft.headers), ...payloadFaults(draft.payload)]
    : serviceFaults(draft.service, draft);
