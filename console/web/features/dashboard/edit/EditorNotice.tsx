import type { DocumentEntry } from '#schemas/dashboard/entry.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import type { DocumentDraftControl } from './use-document-draft.ts';
import { useEditTexts } from './texts/en.ts';

interface Props {
  /** The document as it is now. */
  readonly entry: DocumentEntry;
  /** It was deleted, or is shared with the user no longer. */
  readonly isGone: boolean;
  readonly control: DocumentDraftControl;
}

/** What the user should know before saving. */
export function EditorNotice({ entry, isGone, control }: Props) {
  const text = useEditTexts();
  const { draft, base, isChanged, isRestored } = control;
  if (isGone) return <Banner tone="warning">{text('gone', { name: draft.name })}</Banner>;
  const isOlder = base.version < entry.version;
  if (isChanged && isRestored)
    return <Banner tone="info">{text(isOlder ? 'restoredOlder' : 'restored')}</Banner>;
  return isOlder ? <Banner tone="info">{text('savedSince')}</Banner> : null;
}
