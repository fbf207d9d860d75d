import type { Cockpit } from '#schemas/cockpit/cockpit.ts';
import { SharedWithText } from '#web/kernel/resource/SharedWithText.tsx';
import { useResourceTexts } from '#web/kernel/resource/use-resource-texts.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Tag } from '#web/ui/text/Tag.tsx';

/** Description, sharing and owner of a cockpit, and why it is inactive. */
export function CockpitStatus({ cockpit }: { readonly cockpit: Cockpit }) {
  const text = useResourceTexts();
  const language = useLanguage();
  const { description, owner, share, status } = cockpit;
  const at = status.updatedAt === null ? '' : formatDateTime(status.updatedAt, language);
  const author = status.updatedBy;
  const deactivation =
    author === null ? text('deactivatedAt', { at }) : text('deactivatedBy', { author, at });
  return (
    <div className="tt-cockpit-standing">
      {!status.active && (
        <Tag tone="warning">{[deactivation, status.comment].filter((part) => part !== '').join(' ')}</Tag>
      )}
      {description !== '' && <span className="tt-muted tt-ellipsis">{description}</span>}
      <span className="tt-cockpit-fact">
        <span className="tt-muted">{text('sharedWith')}</span>
        <SharedWithText share={share} />
      </span>
      <span className="tt-cockpit-fact">
        <span className="tt-muted">{text('owner')}</span>
        <span>{owner?.name ?? text('product')}</span>
      </span>
    </div>
  );
}
