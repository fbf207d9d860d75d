import { z } from 'zod';
import { API, route } from '../../route.ts';

export const IFRAME_SETTING = 'iframe';

const MAX_PATTERNS = 200;
const MAX_PATTERN = 500;

/** The expression of a pattern, which matches a full address regardless of case. */
export const fullAddress = (pattern: string): string => `^(?:${pattern})$`;

function isRegularExpression(pattern: string): boolean {
  try {
    // By itself, so that it cannot close the group around it.
    return new RegExp(pattern).source !== '';
  } catch {
    return false;
  }
}

const Pattern = z
  .string()
  .trim()
  .max(MAX_PATTERN)
  .refine(isRegularExpression, { error: 'REGEX_INVALID', abort: true });

/** Addresses that iframe dashlets may show: regular expressions of whole addresses. None: every address. */
export const IframeWhitelist = z.strictObject({
  patterns: z.array(Pattern).max(MAX_PATTERNS),
});
export type IframeWhitelist = z.infer<typeof IframeWhitelist>;

const beginnings = ['http://', 'https://'];

/** The characters with which all texts begin that an expression matches, as far as its literal beginning shows. */
function beginningOf(pattern: string): string {
  if (pattern.includes('|')) return '';
  const [, literal = '', quantifier] = /^\^?((?:[\w:/@%-]|\\[/.:@-])*)([?*{+]?)/.exec(pattern) ?? [];
  const begun = literal.replaceAll('\\', '').toLowerCase();
  return quantifier === '' ? begun : begun.slice(0, -1);
}

/** Whether a pattern may match an address: iframes show pages of http and https only. */
const mayMatch = (pattern: string): boolean => {
  const begun = beginningOf(pattern);
  return beginnings.some((one) => one.startsWith(begun) || begun.startsWith(one));
};

/** A list that is saved. One that is stored may have patterns that match nothing. */
export const IframeWhitelistDraft = IframeWhitelist.extend({
  patterns: z
    .array(Pattern.refine((pattern) => pattern === '' || mayMatch(pattern), 'FRAME_PATTERN_SCHEME'))
    .max(MAX_PATTERNS),
});

/** Whether a pattern stands for addresses that it does not name. */
export const hasWildcard = (pattern: string): boolean =>
  /(?:^|[^\\])(?:\\\\)*(?:\.|\])[*+{]|\\[wSDW][*+{]/.test(pattern);

const base = { path: `${API}/mt/settings/iframe`, scope: 'admin', everyCustomer: true } as const;

export const readIframeWhitelist = route({
  ...base,
  method: 'GET',
  needs: 'SETTINGS.IFRAME.read',
  summary: 'Addresses that iframe dashlets may show',
  reply: IframeWhitelist,
});

export const updateIframeWhitelist = route({
  ...base,
  method: 'PUT',
  needs: 'SETTINGS.IFRAME.write',
  summary: 'Update the addresses that iframe dashlets may show',
  body: IframeWhitelistDraft,
  reply: z.strictObject({}),
  problems: ['REGEX_SLOW'],
});

/** The list itself is not shown to users. */
export const checkFrameAddress = route({
  method: 'GET',
  path: `${API}/session/iframe`,
  scope: 'none',
  // Which everyone has: walls show these dashlets too.
  needs: 'HOME.read',
  display: true,
  summary: 'Whether an iframe dashlet may show an address',
  query: z.strictObject({ url: z.string().min(1, 'REQUIRED').max(2_000) }),
  reply: z.strictObject({ allowed: z.boolean() }),
});
