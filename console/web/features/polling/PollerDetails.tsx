import { IconPencil, IconStethoscope } from '@tabler/icons-react';
import { testPoller } from '#schemas/polling/poller-test.ts';
import { activatePoller, type ListedPoller } from '#schemas/polling/routes.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { msOf } from '#web/lib/clock.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Switch } from '#web/ui/field/Switch.tsx';
import { Drawer } from '#web/ui/dialog/Drawer.tsx';
import { Facts, type Fact } from '#web/ui/layout/Facts.tsx';
import { TimeIn } from '#web/ui/text/Time.tsx';
import { PollerUsage } from './PollerUsage.tsx';
import { originOf } from './polling-columns.tsx';
import { usePollingSearch } from './polling-search.ts';
import { useActivation } from './use-activation.ts';
import { usePollingTexts } from './texts/en.ts';

function useFacts(poller: ListedPoller): readonly Fact[] {
  const text = usePollingTexts();
  const { oid, script, updatedAt, updatedBy } = poller;
  return [
    [text('origin'), text(`origin-${originOf(poller)}`)],
    [text('level'), text(`level-${poller.level}`)],
    [text('oid'), <code key="oid">{oid}</code>],
    [text('script'), script === null ? text('noScript') : <code key="script">{script}</code>],
    [text('valueType'), text(`type-${poller.valueType}`)],
    [text('defaultValue'), poller.defaultValue ?? text('none')],
    [text('incremental'), text(poller.incremental ? 'yes' : 'no')],
    [text('counters'), poller.counters.map((one) => text('counterOf', one)).join(', ')],
    ...(updatedAt === null
      ? []
      : [
          [
            text('changed'),
            <TimeIn
              key="changed"
              at={msOf(updatedAt)}
              sentence={(at) => text('changedBy', { at, by: updatedBy ?? '–' })}
            />,
          ] as const,
        ]),
  ];
}

/** The details of a poller: its definition, and what uses it. */
export function PollerDetails({ poller }: { readonly poller: ListedPoller }) {
  const text = usePollingTexts();
  const { change } = usePollingSearch();
  const activate = useActivation();
  const disabledReason = useDisabledReason(activatePoller);
  const { name, active } = poller;
  return (
    <Drawer title={<h2>{name}</h2>} label={name} onClose={() => change({ open: undefined })}>
      <div className="tt-drawer-parts tt-poller-details">
        <Switch
          label={text('isActive')}
          description={disabledReason ?? text('isActiveHint')}
          checked={active}
          disabled={disabledReason !== undefined}
          onChange={() => activate(poller)}
        />
        <div className="tt-poller-actions">
          <Button
            icon={<IconStethoscope size={15} />}
            disabledReason={useDisabledReason(testPoller)}
            onClick={() => change({ test: poller.id })}
          >
            {text('test')}
          </Button>
          {!poller.builtIn && (
            <Button
              icon={<IconPencil size={15} />}
              disabledReason={disabledReason}
              onClick={() => change({ edit: poller.id })}
            >
              {text('edit')}
            </Button>
          )}
        </div>
        <Facts facts={useFacts(poller)} />
        <PollerUsage id={poller.id} />
      </div>
    </Drawer>
  );
}
