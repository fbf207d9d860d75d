import { formatMoment } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import type { Fact } from '#web/ui/layout/Facts.tsx';
import { SharedWithText } from './SharedWithText.tsx';
import type { PlacedResource } from './placed-resource.ts';
import { useResourceTexts } from './use-resource-texts.ts';

/** The common fields of a resource as facts. */
export function useResourceFacts(resource: PlacedResource): readonly Fact[] {
  const text = useResourceTexts();
  const language = useLanguage();
  const { description, owner, visibility, share, status, createdAt, updatedAt, author } = resource;
  const changed = formatMoment(updatedAt, language);
  const at = status.updatedAt === null ? '' : formatMoment(status.updatedAt, language);
  const state = status.active
    ? text('active')
    : [text('inactive'), status.updatedBy ?? '', at].filter((part) => part !== '').join(' · ');
  return [
    ...(description === '' ? [] : [[text('description'), description] as const]),
    [text('owner'), owner?.name ?? text('product')],
    [text('visibility'), text(visibility)],
    ...(visibility === 'multi-client'
      ? [[text('sharedWith'), <SharedWithText key="share" share={share} />] as const]
      : []),
    [text('status'), state],
    ...(status.comment === '' ? [] : [[text('statusComment'), status.comment] as const]),
    [text('created'), formatMoment(createdAt, language)],
    [text('changed'), author === null ? changed : `${changed} · ${author}`],
  ];
}
