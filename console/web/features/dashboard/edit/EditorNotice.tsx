import { Banner } from '#web/ui/feedback/Banner.tsx';
import { useEditTexts } from './texts/en.ts';

interface Props {
  readonly name: string;
  /** It was deleted, or is shared with the user no longer. */
  readonly isDeleted: boolean;
  /** Another user has saved since the draft was started. */
  readonly isOlder: boolean;
  /** The changes are from before the page was loaded. */
  readonly isRestored: boolean;
}

/** What the user should know before saving. */
export function EditorNotice({ name, isDeleted, isOlder, isRestored }: Props) {
  const text = useEditTexts();
  if (isDeleted) return <Banner tone="warning">{text('deleted', { name })}</Banner>;
  if (isRestored) return <Banner tone="info">{text(isOlder ? 'restoredOlder' : 'restored')}</Banner>;
  return isOlder ? <Banner tone="info">{text('savedSince')}</Banner> : null;
}
