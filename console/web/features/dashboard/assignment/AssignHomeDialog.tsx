import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { HomeAssignment } from '#schemas/dashboard/home-routes.ts';
import { inNameOrder } from '#schemas/order/name-order.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { useKernelTexts } from '#web/kernel/text/en.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { shownIn } from '../shown-document.ts';
import { assignableQuery } from './assignments.ts';
import { useHomeAssignmentTexts } from './texts/en.ts';

interface Props {
  readonly target: HomeAssignment;
  readonly onAssign: (home: { readonly id: number; readonly name: string }) => void;
  readonly onClose: () => void;
}

/** Chooses the home page of a role, a profile or a customer. */
export function AssignHomeDialog({ target, onAssign, onClose }: Props) {
  const text = useHomeAssignmentTexts();
  const kernel = useKernelTexts();
  const language = useLanguage();
  const query = useQuery(assignableQuery(target));
  const [chosen, setChosen] = useState(target.home?.id);
  const homes = inNameOrder(
    (query.data ?? []).map((each) => shownIn(each, language)),
    ({ name }) => name,
  );
  const home = homes.find(({ id }) => id === chosen);
  const actions = (
    <>
      <Button onClick={onClose}>{kernel('cancel')}</Button>
      <Button
        kind="primary"
        disabledReason={home === undefined ? text('chooseFirst') : undefined}
        onClick={() => home !== undefined && onAssign(home)}
      >
        {text('save')}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      title={text('assignOf', { name: target.name })}
      width={480}
      actions={actions}
      onClose={onClose}
    >
      <Panel nested label={text('home')} state={panelStateOf(query, language)}>
        <Select
          searchable
          label={text('home')}
          description={text(target.kind === 'customer' ? 'ofCustomer' : 'ofTemplates')}
          nothingFound={text('noHomes')}
          options={homes.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={home === undefined ? null : String(home.id)}
          onChange={(id) => setChosen(Number(id))}
        />
      </Panel>
    </Dialog>
  );
}
