import { memo, useState } from 'react';
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react';
import { IconButton } from '../button/IconButton.tsx';
import { typedIndex } from './order-list.ts';
import { useOrderTexts } from './texts/en.ts';

interface Props {
  readonly id: number;
  readonly name: string;
  /** Its index in the order. */
  readonly at: number;
  readonly count: number;
  /** Not found by the search. */
  readonly hidden: boolean;
  readonly onMove: (id: number, to: number) => void;
}

function PositionInput({ id, name, at, count, onMove }: Props) {
  const text = useOrderTexts();
  const [typed, setTyped] = useState<string>();
  const commit = () => {
    const to = typedIndex(typed ?? '', count);
    setTyped(undefined);
    if (to !== undefined && to !== at) onMove(id, to);
  };
  return (
    <input
      className="tt-order-position"
      aria-label={text('position', { name })}
      inputMode="numeric"
      value={typed ?? String(at + 1)}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
        if (event.key !== 'Escape' || typed === undefined) return;
        event.stopPropagation();
        setTyped(undefined);
      }}
    />
  );
}

/** An entry in the order, moved by drag, by typed position, or by steps. Memoised: a move renders those between only. */
export const OrderRow = memo(function OrderRow(props: Props) {
  const { id, name, at, count, hidden, onMove } = props;
  const text = useOrderTexts();
  return (
    <li hidden={hidden} data-id={id} data-at={at}>
      <span data-grip aria-hidden>
        <IconGripVertical size={15} />
      </span>
      <PositionInput {...props} />
      <span className="tt-ellipsis">{name}</span>
      <IconButton
        small
        label={text('up', { name })}
        icon={<IconArrowUp size={15} />}
        disabledReason={at === 0 ? text('isFirst') : undefined}
        onClick={() => onMove(id, at - 1)}
      />
      <IconButton
        small
        label={text('down', { name })}
        icon={<IconArrowDown size={15} />}
        disabledReason={at === count - 1 ? text('isLast') : undefined}
        onClick={() => onMove(id, at + 1)}
      />
    </li>
  );
});
