import { IconDownload } from '@tabler/icons-react';
import { Button } from '#web/ui/button/Button.tsx';
import type { AddressedFile } from './download-file.ts';
import { useFileDownload } from './use-file-download.ts';

interface Props extends AddressedFile {
  readonly label: string;
  readonly disabledReason?: string | undefined;
}

/** Downloads a file of an address. A link would store a rejection as the file. */
export function DownloadButton({ label, disabledReason, ...file }: Props) {
  const { busy, downloadAddressed } = useFileDownload();
  return (
    <Button
      icon={<IconDownload size={15} />}
      busy={busy}
      disabledReason={disabledReason}
      onClick={() => void downloadAddressed(file)}
    >
      {label}
    </Button>
  );
}
