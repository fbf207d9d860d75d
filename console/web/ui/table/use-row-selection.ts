import { useState } from 'react';

interface Options {
  /** The drawn rows. */
  readonly ids: readonly string[];
  /** Also the rows folded under others. */
  readonly every: ReadonlySet<string>;
  readonly selected: ReadonlySet<string>;
  /** Undefined when rows cannot be selected. */
  readonly onSelect: ((selected: ReadonlySet<string>) => void) | undefined;
}

export interface RowSelection {
  readonly toggle: (index: number) => void;
  /** Adds the rows from one to the other; -1 stands for none. */
  readonly addRange: (from: number, to: number) => void;
  /** Adds the rows from the one that was toggled last to this one. */
  readonly addFromLast: (index: number) => void;
  readonly selectAll: () => void;
}

/** Selection by row, by range and of all rows; undefined when rows cannot be selected. */
export function useRowSelection({ ids, every, selected, onSelect }: Options): RowSelection | undefined {
  const [last, setLast] = useState<string>();
  if (onSelect === undefined) return undefined;
  const toggle = (index: number): void => {
    const id = ids[index];
    if (id === undefined) return;
    setLast(id);
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onSelect(next);
  };
  const addRange = (from: number, to: number): void => {
    const start = from < 0 ? to : Math.min(from, to);
    onSelect(new Set([...selected, ...ids.slice(start, Math.max(from, to) + 1)]));
  };
  return {
    toggle,
    addRange,
    addFromLast: (index) => addRange(last === undefined ? -1 : ids.indexOf(last), index),
    selectAll: () => onSelect(every),
  };
}
