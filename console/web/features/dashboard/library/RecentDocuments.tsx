import type { DocumentSummary } from '#schemas/dashboard/entry.ts';
import { useDocumentPlace } from '../document-page.ts';
import { useDashboardTexts } from '../texts/en.ts';

/** Shortcuts that are offered. */
const SHOWN = 5;

/** The documents that the user opened last. */
export function RecentDocuments({ documents }: { readonly documents: readonly DocumentSummary[] }) {
  const text = useDashboardTexts();
  const { change } = useDocumentPlace();
  const recent = documents
    .filter(({ openedAt }) => openedAt !== null)
    .toSorted((one, other) => (other.openedAt ?? 0) - (one.openedAt ?? 0))
    .slice(0, SHOWN);
  if (recent.length === 0) return null;
  return (
    <nav className="tt-recent-documents" aria-label={text('recent')}>
      <span className="tt-muted">{text('recent')}</span>
      {recent.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          className="tt-link tt-ellipsis"
          title={name}
          onClick={() => change({ open: id })}
        >
          {name}
        </button>
      ))}
    </nav>
  );
}
