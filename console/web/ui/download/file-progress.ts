import type { FileProgress } from '#web/lib/export/written-file.ts';
import type { Translate } from '#web/lib/text-types.ts';
import { showProgress, type ProgressToast } from '../feedback/toast-store.ts';
import type { en } from './texts/en.ts';

/** A smaller file is there before a notification is read. */
const LONG_ROWS = 5_000;
/** Screen readers read each change of a notification. */
const PERCENT_STEP = 10;

/** Shows how far a long file is, from its first rows until `close`. */
export function fileProgress(title: string, text: Translate<typeof en>) {
  let toast: ProgressToast | undefined;
  const report: FileProgress = (rows, all) => {
    if (all < LONG_ROWS) return;
    const percent = Math.floor((100 * rows) / all / PERCENT_STEP) * PERCENT_STEP;
    const shown =
      rows < all ? text('writing', { title, percent: String(percent) }) : text('finishing', { title });
    if (toast === undefined) toast = showProgress(shown);
    else toast.update(shown);
  };
  return { report, close: () => toast?.close() };
}
