import { IconDownload } from '@tabler/icons-react';
import { Button } from '#web/ui/button/Button.tsx';
import { Menu } from '#web/ui/menu/Menu.tsx';
import type { ColumnOwner } from './inventory-columns.tsx';
import { useInventoryTexts } from './use-inventory-texts.ts';

interface Props {
  readonly busy: boolean;
  readonly onDownload: (owner?: ColumnOwner) => void;
}

/** Downloads the displayed columns: all of them, or those of the customer or of the service provider. */
export function DownloadMenu({ busy, onDownload }: Props) {
  const text = useInventoryTexts();
  const item = (label: string, owner?: ColumnOwner) => ({
    ...{ is: 'action' as const, label },
    run: () => onDownload(owner),
  });
  return (
    <Menu
      target={
        <Button kind="quiet" icon={<IconDownload size={15} />} busy={busy}>
          {text('download')}
        </Button>
      }
      items={[
        item(text('downloadAll')),
        item(text('downloadClient'), 'client'),
        item(text('downloadSp'), 'sp'),
      ]}
    />
  );
}
