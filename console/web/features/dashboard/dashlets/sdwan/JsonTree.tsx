import { useState } from 'react';
import { formatNumber } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { ScrollRegion } from '#web/ui/layout/ScrollRegion.tsx';
import { isFields } from './json-table.ts';
import { useSdwanDashletTexts } from './texts/en.ts';

/** Entries drawn of a list or object at first, and with each *more*. */
const PAGE = 100;

const entriesOf = (value: unknown): readonly (readonly [name: string, value: unknown])[] | undefined => {
  if (Array.isArray(value)) return value.map((item: unknown, index) => [String(index), item] as const);
  return isFields(value) ? Object.entries(value) : undefined;
};

function Entries({
  entries,
  level,
}: {
  readonly entries: NonNullable<ReturnType<typeof entriesOf>>;
  readonly level: number;
}) {
  const text = useSdwanDashletTexts();
  const [count, setCount] = useState(PAGE);
  return (
    <ul>
      {entries.slice(0, count).map(([name, value]) => (
        <li key={name}>
          <Node name={name} value={value} level={level} />
        </li>
      ))}
      {entries.length > count && (
        <li>
          <Button kind="quiet" onClick={() => setCount(count + PAGE)}>
            {text('more', { count: Math.min(PAGE, entries.length - count) })}
          </Button>
        </li>
      )}
    </ul>
  );
}

function Node({
  name,
  value,
  level,
}: {
  readonly name: string;
  readonly value: unknown;
  readonly level: number;
}) {
  const text = useSdwanDashletTexts();
  const language = useLanguage();
  const [isOpen, setIsOpen] = useState(level < 1);
  const entries = entriesOf(value);
  if (entries === undefined)
    return (
      <span className="tt-json-leaf">
        <span className="tt-json-name">{name}</span> <span>{JSON.stringify(value)}</span>
      </span>
    );
  return (
    <details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        <span className="tt-json-name">{name}</span>{' '}
        <span className="tt-json-count">
          {text('entries', { count: entries.length, shown: formatNumber(entries.length, language) })}
        </span>
      </summary>
      {isOpen && <Entries entries={entries} level={level + 1} />}
    </details>
  );
}

/** JSON as a tree: what is folded is not drawn. */
export function JsonTree({ value, label }: { readonly value: unknown; readonly label: string }) {
  const entries = entriesOf(value);
  return (
    <ScrollRegion className="tt-json-tree tt-mono" role="group" label={label}>
      {entries === undefined ? <span>{JSON.stringify(value)}</span> : <Entries entries={entries} level={0} />}
    </ScrollRegion>
  );
}
