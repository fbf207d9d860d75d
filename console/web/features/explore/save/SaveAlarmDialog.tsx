import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { listCockpits } from '#schemas/cockpit/routes.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import type { AlarmStart } from './alarm-of.ts';
import { useExploreTexts } from '../texts/en.ts';

interface Props {
  readonly start: AlarmStart;
  /** Whether a filter limits the flows, which a definition does not do. */
  readonly isFiltered: boolean;
  readonly onClose: () => void;
}

/** Chooses the cockpit in which the editor of a new alarm definition opens. */
export function SaveAlarmDialog({ start, isFiltered, onClose }: Props) {
  const text = useExploreTexts();
  const navigate = useNavigate();
  const { data } = useQuery(routeQuery(listCockpits, {}));
  const cockpits = (data?.cockpits ?? []).filter(({ reachesOthers }) => !reachesOthers);
  const [chosen, setChosen] = useState<string>();
  const cockpit = chosen ?? (cockpits[0] === undefined ? undefined : String(cockpits[0].id));
  const open = (): void => {
    onClose();
    void navigate({ to: '/mt/cockpit', search: { cockpit: Number(cockpit), alarm: 'new', ...start } });
  };
  return (
    <Dialog
      open
      title={text('saveAlarmTitle')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text('cancel')}</Button>
          <Button
            kind="primary"
            disabledReason={cockpit === undefined ? text('noCockpits') : undefined}
            onClick={open}
          >
            {text('saveAlarmAction')}
          </Button>
        </>
      }
    >
      <div className="tt-explore-save">
        <Select
          label={text('cockpit')}
          searchable
          options={cockpits.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={cockpit ?? ''}
          onChange={setChosen}
        />
        <p className="tt-muted">{text(`alarmTarget_${start.target ?? 'element'}`)}</p>
        {isFiltered && <p className="tt-muted">{text('alarmUnfiltered')}</p>}
      </div>
    </Dialog>
  );
}
