import type { Cockpit } from '#schemas/cockpit/cockpit.ts';
import { SharedWithText } from '#web/kernel/resource/SharedWithText.tsx';
import { useResourceTexts } from '#web/kernel/resource/use-resource-texts.ts';
import { Tag } from '#web/ui/text/Tag.tsx';
import { TimeIn } from '#web/ui/text/Time.tsx';

/** Description, sharing and owner of a cockpit, and why it is inactive. */
export function CockpitStatus({ cockpit }: { readonly cockpit: Cockpit }) {
  const text = useResourceTexts();
  const { description, owner, share, status } = cockpit;
  const author = status.updatedBy;
  const deactivation = (at: string): string =>
    author === null ? text('deactivatedAt', { at }) : text('deactivatedBy', { author, at });
  return (
    <div className="tt-cockpit-standing">
      {!status.active && (
        <Tag tone="warning">
          {status.updatedAt === null ? (
            deactivation('')
          ) : (
            <TimeIn sentence={deactivation} at={status.updatedAt} />
          )}
          {status.comment !== '' && ` ${status.comment}`}
        </Tag>
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
