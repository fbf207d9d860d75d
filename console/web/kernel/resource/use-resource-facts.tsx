import type { Fact } from '#web/ui/layout/Facts.tsx';
import { Time } from '#web/ui/text/Time.tsx';
import { SharedWithText } from './SharedWithText.tsx';
import type { PlacedResource } from './placed-resource.ts';
import { useResourceTexts } from './texts/en.ts';

function Inactive({ updatedAt, updatedBy }: PlacedResource['status']) {
  const text = useResourceTexts();
  return (
    <>
      {updatedBy === null ? text('inactive') : `${text('inactive')} · ${updatedBy}`}
      {updatedAt !== null && (
        <>
          {' · '}
          <Time at={updatedAt} />
        </>
      )}
    </>
  );
}

/** When, and by whom as far as that is known. */
function TimeBy({ at, by }: { readonly at: number; readonly by: string | null }) {
  return (
    <>
      <Time at={at} />
      {by !== null && ` · ${by}`}
    </>
  );
}

/** The common fields of a resource as facts. */
export function useResourceFacts(resource: PlacedResource): readonly Fact[] {
  const text = useResourceTexts();
  const { description, owner, visibility, share, status, createdAt, createdBy, updatedAt, author } = resource;
  return [
    ...(description === '' ? [] : [[text('description'), description] as const]),
    [text('owner'), owner?.name ?? text('product')],
    [text('visibility'), text(visibility)],
    ...(visibility === 'multi-client'
      ? [[text('sharedWith'), <SharedWithText key="share" share={share} />] as const]
      : []),
    [text('status'), status.active ? text('active') : <Inactive key="status" {...status} />],
    ...(status.comment === '' ? [] : [[text('statusComment'), status.comment] as const]),
    [text('created'), <TimeBy key="created" at={createdAt} by={createdBy} />],
    [text('changed'), <TimeBy key="changed" at={updatedAt} by={author} />],
  ];
}
