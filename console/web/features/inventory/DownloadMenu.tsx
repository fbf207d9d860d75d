import { IconDownload } from '@tabler/icons-react';
import type { TableFormat } from '#web/lib/export/exported-table.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { useCsvItems } from '#web/ui/download/use-csv-items.ts';
import { Menu } from '#web/ui/menu/Menu.tsx';
import type { MenuItem } from '#web/ui/menu/menu-item.ts';
import type { ColumnOwner } from './inventory-columns.tsx';
import { useInventoryTexts } from './texts/en.ts';

interface Props {
  readonly busy: boolean;
  readonly onDownload: (format: TableFormat, owner?: ColumnOwner) => void;
}

const parts = [
  ['downloadAll', undefined],
  ['downloadClient', 'client'],
  ['downloadSp', 'sp'],
] as const;

/** Downloads the displayed columns: all of them, or those of the customer or of the service provider. */
export function DownloadMenu({ busy, onDownload }: Props) {
  const text = useInventoryTexts();
  const csvItems = useCsvItems();
  const items = (['csv', 'xlsx'] as const).flatMap((format) =>
    parts.map(([label, owner]): MenuItem => ({
      is: 'action',
      label: text('downloadAs', { columns: text(label), format: text(format) }),
      run: () => onDownload(format, owner),
    })),
  );
  return (
    <Menu
      width={280}
      target={
        <Button kind="quiet" icon={<IconDownload size={15} />} busy={busy}>
          {text('download')}
        </Button>
      }
      items={[...items, ...csvItems]}
    />
  );
}
