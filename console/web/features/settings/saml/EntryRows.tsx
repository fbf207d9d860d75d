import { Fragment, type ReactNode } from 'react';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { Button } from '#web/ui/button/Button.tsx';
import { replaceAt, removeAt } from '../identity/list-draft.ts';

interface Props {
  readonly entries: readonly string[];
  readonly min: number;
  readonly max: number;
  readonly add: string;
  /** `number` counts from 1, as in the field label. */
  readonly remove: (number: number) => string;
  readonly onChange: (entries: string[]) => void;
  readonly renderField: (at: number, set: (entry: string) => void) => ReactNode;
}

/** An ordered list of texts: one field per entry, with buttons to remove and add entries. */
export function EntryRows({ entries, min, max, add, remove, onChange, renderField }: Props) {
  return (
    <Fragment>
      {entries.map((_, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- an entry has no id but its position
        <div key={at} className="tt-settings-row">
          {renderField(at, (entry) => onChange([...replaceAt(entries, at, entry)]))}
          {entries.length > min && (
            <Button icon={<IconTrash size={15} />} onClick={() => onChange([...removeAt(entries, at)])}>
              {remove(at + 1)}
            </Button>
          )}
        </div>
      ))}
      {entries.length < max && (
        <div>
          <Button icon={<IconPlus size={15} />} onClick={() => onChange([...entries, ''])}>
            {add}
          </Button>
        </div>
      )}
    </Fragment>
  );
}
