import type { Cockpit } from '#schemas/cockpit/cockpit.ts';
import { InactiveTag } from '#web/kernel/resource/InactiveTag.tsx';
import { SharedWithText } from '#web/kernel/resource/SharedWithText.tsx';
import { useBuiltInName } from '#web/kernel/text/use-built-in-name.ts';
import { useResourceTexts } from '#web/kernel/resource/texts/en.ts';

/** Description, sharing and owner of a cockpit, and why it is inactive. */
export function CockpitStatus({ cockpit }: { readonly cockpit: Cockpit }) {
  const text = useResourceTexts();
  const description = useBuiltInName('cockpit description')(cockpit.description);
  const { owner, share, status } = cockpit;
  return (
    <div className="tt-cockpit-standing">
      <InactiveTag status={status} />
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
