import { routesEn } from './texts/routes-en.ts';
import type { AuditText } from './texts/en.ts';

type VerbKey = Extract<keyof typeof routesEn, `request-${string}`>;
type AreaKey = Extract<keyof typeof routesEn, `area-${string}`>;
const isVerb = (key: string): key is VerbKey => Object.hasOwn(routesEn, key);
const isArea = (key: string): key is AreaKey => Object.hasOwn(routesEn, key);

/** Spaces of a path before what it is about. */
const spaces: ReadonlySet<string> = new Set(['mt', 'cc', 'customers']);

/** The first part of a path that names what it is about. */
const areaOf = (path: string): string =>
  path.split('/').find((part) => part !== '' && !part.startsWith(':') && !spaces.has(part)) ?? '';

/** A request in words, by its method and what its path is about; undefined: the action is none. */
export function requestWords(action: string, text: AuditText): string | undefined {
  const [, method = '', path = ''] = /^([A-Z]+) (\/.*)$/.exec(action) ?? [];
  const verb = `request-${method}`;
  if (!isVerb(verb)) return undefined;
  const area = areaOf(path);
  const named = `area-${area}`;
  return text(verb, { what: isArea(named) ? text(named) : area.replaceAll('-', ' ') });
}
