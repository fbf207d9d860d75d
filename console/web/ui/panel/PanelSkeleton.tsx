import { useDelayed } from '#web/lib/use-delayed.ts';
import { Button } from '../button/Button.tsx';
import { useUiTexts } from '../texts/en.ts';

const nothingBeforeMs = 150;
const wordsAfterMs = 10_000;
/** Of which form what is loading is: rows of a table, cards of a dashboard, or anything. */
export type SkeletonKind = 'rows' | 'cards' | 'block';

const cards = Array.from({ length: 6 }, (_, index) => index);
const rows = Array.from({ length: 12 }, (_, index) => index);

interface Props {
  readonly kind: SkeletonKind;
  readonly cancel?: (() => void) | undefined;
}

/** Nothing for 150 ms, then a skeleton, and after 10 s a message with a cancel button. */
export function PanelSkeleton({ kind, cancel }: Props) {
  const text = useUiTexts();
  const visible = useDelayed(true, nothingBeforeMs);
  const long = useDelayed(true, wordsAfterMs);
  if (!visible) return <div className="tt-panel-blank" />;
  return (
    <div className="tt-skeleton" data-kind={kind}>
      {kind === 'rows' &&
        rows.map((row) => <span key={row} className="tt-skeleton-row" aria-hidden="true" />)}
      {kind === 'cards' &&
        cards.map((card) => <span key={card} className="tt-skeleton-card" aria-hidden="true" />)}
      {long && (
        <p className="tt-skeleton-note" role="status">
          {text('stillLoading')} {cancel !== undefined && <Button onClick={cancel}>{text('cancel')}</Button>}
        </p>
      )}
    </div>
  );
}
