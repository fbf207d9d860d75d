import type { DocumentSummary } from '#schemas/dashboard/entry.ts';
import { Tag } from '#web/ui/text/Tag.tsx';
import { useProvisionedTexts } from './texts/en.ts';

interface Provision {
  readonly provisioned: DocumentSummary['provisioned'];
  readonly drifted: DocumentSummary['drifted'];
}

/** Says that a document comes from a file, and whether a user has changed it since. */
export function ProvisionedTag({ provisioned, drifted }: Provision) {
  const text = useProvisionedTexts();
  if (provisioned !== true) return null;
  if (drifted === true) return <Tag tone="warning">{text('drifted')}</Tag>;
  return <Tag>{text('fromFile')}</Tag>;
}

/** What becomes of changes to a document that comes from a file. */
export function ProvisionedNote({ provisioned, drifted }: Provision) {
  const text = useProvisionedTexts();
  if (provisioned !== true) return null;
  return (
    <p className="tt-muted tt-provisioned-note">{text(drifted === true ? 'driftedHint' : 'fromFileHint')}</p>
  );
}
