import { useCallback, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../button/Button.tsx';
import { Dialog } from '../dialog/Dialog.tsx';
import { SearchField } from '../field/SearchField.tsx';
import { useUiTexts } from '../texts/en.ts';
import { movedTo } from './order-list.ts';
import { OrderRow } from './OrderRow.tsx';
import { useDraggedRows } from './use-dragged-rows.ts';
import { useOrderTexts } from './texts/en.ts';
import './order.css';

interface Entry {
  readonly id: number;
  readonly name: string;
}

interface Props {
  readonly title: string;
  readonly hint: string;
  /** Names the list. */
  readonly label: string;
  readonly findLabel: string;
  /** The entries that the user can move, in their current order. */
  readonly entries: readonly Entry[];
  readonly busy: boolean;
  readonly onSave: (ids: readonly number[]) => void;
  readonly onClose: () => void;
}

/** The draft of an order. A moved entry keeps the focus and stays in view. */
function useOrder(entries: readonly Entry[]) {
  const [list, setList] = useState(entries);
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

/** Puts a list in order: by pointer, by typed position, or by steps. */
export function OrderDialog({ title, hint, label, findLabel, entries, busy, onSave, onClose }: Props) {
  const text = useOrderTexts();
  const ui = useUiTexts();
  const [q, setQ] = useState<string>();
  const { list, moved, move } = useOrder(entries);
  const searched = (q ?? '').trim().toLowerCase();
  const actions = (
    <>
      <Button onClick={onClose}>{ui('cancel')}</Button>
      <Button kind="primary" busy={busy} onClick={() => onSave(list.map(({ id }) => id))}>
        {text('save')}
      </Button>
    </>
  );
  const place = { name: list[moved]?.name ?? '', position: moved + 1, count: list.length };
  return (
    <Dialog open title={title} width={560} actions={actions} onClose={onClose}>
      <p className="tt-muted">{hint}</p>
      <SearchField label={findLabel} value={q} onChange={setQ} />
      <ol ref={useDraggedRows(move)} className="tt-order" aria-label={label}>
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
        {moved >= 0 && text('moved', place)}
      </p>
    </Dialog>
  );
}
