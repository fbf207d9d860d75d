import { useState } from 'react';
import { useLanguage } from '#web/lib/text.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { sentenceOf } from '../api/api-problem.ts';
import type { CallOptions } from '../api/call.ts';
import { type AddressedFile, downloadAddressed, downloadFile, type FileRoute } from './download-file.ts';

/** Downloads files of the server; what fails is a notification. */
export function useFileDownload() {
  const language = useLanguage();
  const [busy, setBusy] = useState(false);
  const run = async (start: () => Promise<void>): Promise<void> => {
    setBusy(true);
    try {
      await start();
    } catch (error) {
      showToast({ text: sentenceOf(error, language), tone: 'bad' });
    } finally {
      setBusy(false);
    }
  };
  return {
    busy,
    download: <R extends FileRoute>(route: R, options: CallOptions<R>) =>
      run(() => downloadFile(route, options)),
    downloadAddressed: (file: AddressedFile) => run(() => downloadAddressed(file)),
  };
}
