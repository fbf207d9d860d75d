import { useState } from 'react';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ApplicationEntry } from '#schemas/application/application.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { useUiTexts } from '#web/ui/use-ui-texts.ts';
import type { ApplicationApi } from './application-api.ts';
import { useApplicationAct } from './application-queries.ts';
import { useApplicationTexts } from './use-application-texts.ts';

interface Props {
  readonly api: ApplicationApi;
  /** The applications that the user can change, in their current order. */
  readonly applications: readonly ApplicationEntry[];
  readonly onClose: () => void;
}

/** The list with two entries swapped. */
function moved<Entry>(list: readonly Entry[], from: number, to: number): readonly Entry[] {
  const [one, other] = [list[from], list[to]];
  if (one === undefined || other === undefined) return list;
  return list.with(from, other).with(to, one);
}

/** The order in which applications are matched. */
export function OrderDialog({ api, applications, onClose }: Props) {
  const text = useApplicationTexts();
  const ui = useUiTexts();
  const { mutate, isPending } = useApplicationAct();
  const [list, setList] = useState(applications);
  const save = () =>
    mutate(
      { act: () => api.order(list.map(({ id }) => id)), done: text('orderSaved') },
      { onSuccess: onClose },
    );
  const actions = (
    <>
      <Button onClick={onClose}>{ui('cancel')}</Button>
      <Button kind="primary" busy={isPending} onClick={save}>
        {text('orderSave')}
      </Button>
    </>
  );
  return (
    <Dialog open title={text('orderTitle')} width={480} actions={actions} onClose={onClose}>
      <p className="tt-muted">{text('orderHint')}</p>
      <ol className="tt-application-order" aria-label={text('applications')}>
        {list.map(({ id, name }, at) => (
          <li key={id}>
            <span className="tt-muted">{at + 1}</span>
            <span className="tt-ellipsis">{name}</span>
            <IconButton
              small
              label={text('up', { name })}
              icon={<IconArrowUp size={15} />}
              disabledReason={at === 0 ? text('isFirst') : undefined}
              onClick={() => setList(moved(list, at, at - 1))}
            />
            <IconButton
              small
              label={text('down', { name })}
              icon={<IconArrowDown size={15} />}
              disabledReason={at === list.length - 1 ? text('isLast') : undefined}
              onClick={() => setList(moved(list, at, at + 1))}
            />
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
