import { useCallback, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ApplicationEntry } from '#schemas/application/application.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { SearchField } from '#web/ui/field/SearchField.tsx';
import { useUiTexts } from '#web/ui/use-ui-texts.ts';
import type { ApplicationApi } from './application-api.ts';
import { useApplicationAct } from './application-queries.ts';
import { movedTo } from './order-list.ts';
import { OrderRow } from './OrderRow.tsx';
import { useDraggedRows } from './use-dragged-rows.ts';
import { useApplicationTexts } from './use-application-texts.ts';

interface Props {
  readonly api: ApplicationApi;
  /** The applications that the user can change, in their current order. */
  readonly applications: readonly ApplicationEntry[];
  /** Of that order. */
  readonly version: string;
  readonly onClose: () => void;
}

/** The draft of an order. A moved application keeps the focus and stays in view. */
function useOrder(applications: readonly ApplicationEntry[]) {
  const [list, setList] = useState(applications);
  const [moved, setMoved] = useState<number>();
  const move = useCallback((id: number, to: number) => {
    const focused = document.activeElement;
    flushSync(() => {
      setList((before) =>
        movedTo(
          before,
          before.findIndex((one) => one.id === id),
          to,
        ),
      );
      setMoved(id);
    });
    if (!(focused instanceof HTMLElement) || focused === document.body) return;
    focused.focus();
    focused.scrollIntoView({ block: 'nearest' });
  }, []);
  return { list, moved: list.findIndex(({ id }) => id === moved), move };
}

/** The order in which applications are matched. */
export function OrderDialog({ api, applications, version, onClose }: Props) {
  const text = useApplicationTexts();
  const ui = useUiTexts();
  const { mutate, isPending } = useApplicationAct();
  // Of the order that the user has seen: a later one of another user is not overwritten.
  const [seen] = useState(version);
  const [q, setQ] = useState<string>();
  const { list, moved, move } = useOrder(applications);
  const searched = (q ?? '').trim().toLowerCase();
  const save = () =>
    mutate(
      {
        act: () =>
          api.order(
            list.map(({ id }) => id),
            seen,
          ),
        done: text('orderSaved'),
      },
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
  const place = { name: list[moved]?.name ?? '', position: moved + 1, count: list.length };
  return (
    <Dialog open title={text('orderTitle')} width={560} actions={actions} onClose={onClose}>
      <p className="tt-muted">{text('orderHint')}</p>
      <SearchField label={text('find')} value={q} onChange={setQ} />
      <ol ref={useDraggedRows(move)} className="tt-application-order" aria-label={text('applications')}>
        {list.map(({ id, name }, at) => (
          <OrderRow
            key={id}
            id={id}
            name={name}
            at={at}
            count={list.length}
            hidden={!name.toLowerCase().includes(searched)}
            onMove={move}
          />
        ))}
      </ol>
      <p className="tt-hidden" role="status">
        {moved >= 0 && text('movedTo', place)}
      </p>
    </Dialog>
  );
}
