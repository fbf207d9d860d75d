import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import type { Alarm } from '#schemas/cockpit/cockpit.ts';
import { listCockpits } from '#schemas/cockpit/routes.ts';
import type { ElementKind } from '#schemas/element/kind.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { routeQuery } from '../query/route-query.ts';
import { useBuiltInName } from '../text/use-built-in-name.ts';
import './alarm-start.css';
import { useAlarmStartTexts } from './texts/en.ts';

/** What the editor of an alarm definition starts with. */
export interface DefinitionStart {
  readonly kpi: string;
  /** Absent: every element that the KPI is about. */
  readonly target?: ElementKind;
  readonly operator?: Alarm['operator'];
  readonly threshold?: number;
}

interface Props {
  readonly start: DefinitionStart;
  /** What the definition is about. */
  readonly notes: readonly string[];
  readonly onClose: () => void;
}

/** Chooses the cockpit in which the editor of a new alarm definition opens. */
export function AlarmStartDialog({ start: { threshold, ...start }, notes, onClose }: Props) {
  const text = useAlarmStartTexts();
  const nameOf = useBuiltInName('cockpit');
  const navigate = useNavigate();
  const { data } = useQuery(routeQuery(listCockpits, {}));
  const cockpits = (data?.cockpits ?? []).filter(({ reachesOthers }) => !reachesOthers);
  const [chosen, setChosen] = useState<string>();
  const cockpit = chosen ?? (cockpits[0] === undefined ? undefined : String(cockpits[0].id));
  const open = (): void => {
    onClose();
    const figures = threshold === undefined ? {} : { threshold: String(threshold) };
    void navigate({
      to: '/mt/cockpit',
      search: { cockpit: Number(cockpit), alarm: 'new', ...start, ...figures },
    });
  };
  return (
    <Dialog
      open
      title={text('title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text('cancel')}</Button>
          <Button
            kind="primary"
            disabledReason={cockpit === undefined ? text('noCockpits') : undefined}
            onClick={open}
          >
            {text('action')}
          </Button>
        </>
      }
    >
      <div className="tt-alarm-start">
        <Select
          label={text('cockpit')}
          searchable
          options={cockpits.map(({ id, name }) => ({ value: String(id), label: nameOf(name) }))}
          value={cockpit ?? ''}
          onChange={setChosen}
        />
        {notes.map((note) => (
          <p key={note} className="tt-muted">
            {note}
          </p>
        ))}
      </div>
    </Dialog>
  );
}
