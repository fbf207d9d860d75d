import type { EventValue, PlaceholderValues } from './placeholders.ts';
import { parseTemplate, type TemplatePart } from './template.ts';
import type { Webhook } from './webhook.ts';

const lineOf = ({ state, severity, id, name, element, site, datetime }: EventValue): string =>
  `${state} ${severity} ${name}: ${[element, site].filter((one) => one !== '').join(', ')} (${id}, ${datetime})`;

const asText = (value: PlaceholderValues[keyof PlaceholderValues]): string => {
  if (value === null) return '';
  if (typeof value !== 'object') return String(value);
  const lines = value.map((one) => (typeof one === 'string' ? one : lineOf(one)));
  return lines.join(typeof value[0] === 'object' ? '\n' : ', ');
};

/** Whether the position after `text` is inside a JSON string, given that its start is (`within`). */
export function isWithinString(text: string, within: boolean): boolean {
  let inside = within;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') inside = !inside;
    else if (character === '\\' && inside) at += 1;
  }
  return inside;
}

type Placed = Extract<TemplatePart, { is: 'placeholder' }>;

/** Replaces each placeholder of a JSON template. */
export function fillJson(
  parts: readonly TemplatePart[],
  fill: (part: Placed, isInString: boolean) => string,
): string {
  let within = false;
  return parts
    .map((part) => {
      if (part.is === 'placeholder') return fill(part, within);
      within = isWithinString(part.text, within);
      return part.text;
    })
    .join('');
}

/** Inside a string the value is escaped, elsewhere it is a JSON value: quoted text, number or array. */
const renderJson = (template: string, values: PlaceholderValues): string =>
  fillJson(parseTemplate(template).parts, ({ name }, isInString) =>
    isInString ? JSON.stringify(asText(values[name])).slice(1, -1) : JSON.stringify(values[name]),
  );

/** Renders a template as text. */
export const renderText = (template: string, values: PlaceholderValues): string =>
  parseTemplate(template)
    .parts.map((part) => (part.is === 'text' ? part.text : asText(values[part.name])))
    .join('');

/** RFC 3986 §2.1. A lone surrogate, which has no UTF-8, becomes U+FFFD. */
const inUrl = (text: string): string => encodeURIComponent(text.toWellFormed());

/** Dot segments of URLs (WHATWG URL, "double-dot" and "single-dot URL path segment") and the empty segment. */
const isStep = (segment: string): boolean => /^\.{0,2}$/.test(segment.replaceAll(/%2e/gi, '.'));

/**
 * Renders the URL of a webhook: values are encoded and cannot change the path. A segment with a placeholder that renders empty,
 * `.` or `..` becomes `_`.
 */
function renderUrl(template: string, values: PlaceholderValues): string {
  let url = '';
  let segment = '';
  let isPlaced = false;
  let isPath = true;
  const end = (): void => {
    url += isPath && isPlaced && isStep(segment) ? '_' : segment;
    segment = '';
    isPlaced = false;
  };
  for (const part of parseTemplate(template).parts)
    if (part.is === 'placeholder') {
      segment += inUrl(asText(values[part.name]));
      isPlaced = true;
    } else
      for (const character of part.text)
        if ('/\\?#'.includes(character)) {
          end();
          isPath &&= character === '/' || character === '\\';
          url += character;
        } else segment += character;
  end();
  return url;
}

export interface RenderedWebhook {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const TYPES = { json: 'application/json', text: 'text/plain; charset=utf-8' } as const;

/** Renders the request of a webhook; its headers override the default ones. */
export function renderWebhook(
  { url, headers, payload }: Pick<Webhook, 'url' | 'headers' | 'payload'>,
  values: PlaceholderValues,
): RenderedWebhook {
  const { kind, template } = payload;
  return {
    url: renderUrl(url, values),
    headers: {
      'content-type': TYPES[kind],
      ...Object.fromEntries(headers.map(({ name, value }) => [name.toLowerCase(), value])),
    },
    body: kind === 'json' ? renderJson(template, values) : renderText(template, values),
  };
}
