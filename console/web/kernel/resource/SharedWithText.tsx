import type { SharedWith } from '#schemas/resource/resource.ts';
import { Tag } from '#web/ui/text/Tag.tsx';
import { useResourceTexts } from './texts/en.ts';

const NAMES_SHOWN = 2;

/** The sharing targets of a resource on one line. */
export function SharedWithText({ share }: { readonly share: SharedWith }) {
  const text = useResourceTexts();
  if (share.everyone) return <span className="tt-ellipsis">{text('everyone')}</span>;
  const names = [...share.profiles, ...share.clients].map(({ name }) => name);
  const more = Math.max(0, names.length - NAMES_SHOWN) + share.others;
  if (names.length + more === 0) return <Tag>{text('notShared')}</Tag>;
  const shown = [...names.slice(0, NAMES_SHOWN), ...(more === 0 ? [] : [text('more', { count: more })])];
  return (
    <span className="tt-ellipsis" title={names.join(', ')}>
      {shown.join(', ')}
    </span>
  );
}
