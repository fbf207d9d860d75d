import type { TableFormat } from '#web/lib/export/exported-table.ts';
import { DownloadMenu } from './DownloadMenu.tsx';
import type { ColumnOwner } from './inventory-columns.tsx';
import { useInventoryTexts } from './texts/en.ts';

interface Props {
  /** Elements that match; undefined until it is known. */
  readonly count: number | undefined;
  readonly busy: boolean;
  readonly onDownload: (format: TableFormat, owner?: ColumnOwner) => void;
}

/** How many elements match, and their download. */
export function ListEnd({ count, busy, onDownload }: Props) {
  const text = useInventoryTexts();
  return (
    <>
      <span role="status" className="tt-muted">
        {count !== undefined && text('count', { count })}
      </span>
      <DownloadMenu busy={busy} onDownload={onDownload} />
    </>
  );
}
