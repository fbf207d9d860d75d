import { useAnnouncementTexts } from './use-announcement-texts.ts';
import './history-notice.css';

/** A quiet line: charts of earlier days are not complete yet. */
export function HistoryNotice({ percent }: { readonly percent: number }) {
  const text = useAnnouncementTexts();
  return <p className="tt-history-notice tt-muted">{text('history', { percent })}</p>;
}
