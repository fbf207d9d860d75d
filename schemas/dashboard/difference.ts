import { z } from 'zod';
import { dashletTypeNames, type Dashlet } from './dashlets.ts';
import type { DashboardDocument } from './document.ts';
import type { DocumentContent } from './entry.ts';

const texts = ['name', 'description', 'folder'] as const;
const documentParts = [
  ...(['grid', 'filters', 'period', 'granularity', 'businessHours', 'timeZone'] as const),
] as const;
type DocumentPart = (typeof documentParts)[number];
const dashletParts = ['type', 'title', 'place', 'settings', 'repeat'] as const;

/** What changed from one version to another. */
export const DocumentDifference = z.strictObject({
  texts: z.array(z.strictObject({ text: z.enum(texts), before: z.string(), after: z.string() })),
  parts: z.array(z.enum(documentParts)),
  dashlets: z.array(
    z.strictObject({
      id: z.string(),
      /** As it is now; of one that was removed, as it was. */
      title: z.string(),
      type: z.enum(dashletTypeNames),
      change: z.enum(['added', 'removed', 'changed']),
      /** Of one that was changed. */
      parts: z.array(z.enum(dashletParts)),
    }),
  ),
});
export type DocumentDifference = z.infer<typeof DocumentDifference>;

/** Of parsed values, whose fields have the order of their schema. */
export const isSameValue = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

const valueOf: { readonly [Part in DocumentPart]: (document: DashboardDocument) => unknown } = {
  grid: ({ grid }) => grid,
  filters: ({ filters }) => filters,
  period: ({ period }) => period,
  granularity: ({ working, display }) => [working, display],
  businessHours: ({ businessHours }) => businessHours,
  timeZone: ({ timeZone }) => timeZone,
};

const byId = ({ dashlets }: DashboardDocument): ReadonlyMap<string, Dashlet> =>
  new Map(dashlets.map((dashlet) => [dashlet.id, dashlet]));

function dashletDifference(
  before: Dashlet | undefined,
  after: Dashlet | undefined,
): DocumentDifference['dashlets'] {
  const shown = after ?? before;
  if (shown === undefined) return [];
  const { id, title, type } = shown;
  if (before === undefined || after === undefined)
    return [{ id, title, type, change: before === undefined ? 'added' : 'removed', parts: [] }];
  const parts = dashletParts.filter((part) => !isSameValue(before[part], after[part]));
  return parts.length === 0 ? [] : [{ id, title, type, change: 'changed', parts }];
}

/** Returns what changed; dashlets are matched by id. */
export function documentDifference(from: DocumentContent, to: DocumentContent): DocumentDifference {
  const [old, now] = [byId(from.document), byId(to.document)];
  return {
    texts: texts
      .filter((text) => from[text] !== to[text])
      .map((text) => ({ text, before: from[text], after: to[text] })),
    parts: documentParts.filter(
      (part) => !isSameValue(valueOf[part](from.document), valueOf[part](to.document)),
    ),
    dashlets: [...new Set([...old.keys(), ...now.keys()])].flatMap((id) =>
      dashletDifference(old.get(id), now.get(id)),
    ),
  };
}

/** Whether two versions have the same content. */
export function isSameContent(one: DocumentContent, other: DocumentContent): boolean {
  const { texts: changed, parts, dashlets } = documentDifference(one, other);
  const isTranslatedAlike = isSameValue(one.document.translations, other.document.translations);
  return changed.length + parts.length + dashlets.length === 0 && isTranslatedAlike;
}
