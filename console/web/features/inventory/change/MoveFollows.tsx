import type { MoveExtent } from '#schemas/inventory/change/move-routes.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Facts, type Fact } from '#web/ui/layout/Facts.tsx';
import { useInventoryTexts } from '../texts/en.ts';
import { moveCounts } from './move-facts.ts';
import { useChangeTexts } from './texts/en.ts';

interface Props {
  readonly extent: MoveExtent;
  /** To another customer. */
  readonly isAcross: boolean;
}

function Part({ title, facts, hint }: { title: string; facts: readonly Fact[]; hint?: string }) {
  if (facts.length === 0 && hint === undefined) return null;
  return (
    <section aria-label={title} className="tt-inventory-extent">
      <h3>{title}</h3>
      {facts.length > 0 && <Facts facts={facts} />}
      {hint !== undefined && <p className="tt-muted">{hint}</p>}
    </section>
  );
}

/** What goes along with moved devices, what ends, and what stays. */
export function MoveFollows({ extent, isAcross }: Props) {
  const text = useChangeTexts();
  const inventory = useInventoryTexts();
  const language = useLanguage();
  const counted = (part: keyof typeof moveCounts): Fact[] =>
    moveCounts[part].flatMap((key): Fact[] =>
      extent[key] === 0 ? [] : [[text(`move_${key}`), formatNumber(extent[key], language)]],
    );
  const children = extent.children.map(({ kind, count }): Fact => [
    inventory(`kind_${kind}`),
    formatNumber(count, language),
  ]);
  return (
    <>
      <Part title={text('goesAlong')} facts={[...children, ...counted('along')]} />
      <Part title={text('endsWithMove')} facts={counted('ends')} />
      {isAcross ? (
        <Part title={text('staysBehind')} facts={counted('stays')} hint={text('staysHint')} />
      ) : (
        <p className="tt-muted">{text('moveHistory')}</p>
      )}
    </>
  );
}
