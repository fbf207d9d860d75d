import { Fragment, type ReactNode } from 'react';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { Button } from '#web/ui/button/Button.tsx';
import { replaced, without } from './saml-draft.ts';

interface Props {
  readonly entries: readonly string[];
  readonly least: number;
  readonly most: number;
  readonly add: string;
  /** Its number counts from 1, as that of its field. */
  readonly remove: (number: number) => string;
  readonly onChange: (entries: string[]) => void;
  readonly renderField: (at: number, set: (entry: string) => void) => ReactNode;
}

/** Texts in an order: a field for each, with a button that takes it away, and one for another. */
export function EntryRows({ entries, least, most, add, remove, onChange, renderField }: Props) {
  return (
    <Fragment>
      {entries.map((_, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- what is being typed has no name but its place
        <div key={at} className="tt-settings-row">
          {renderField(at, (entry) => onChange([...replaced(entries, at, entry)]))}
          {entries.length > least && (
            <Button icon={<IconTrash size={15} />} onClick={() => onChange([...without(entries, at)])}>
              {remove(at + 1)}
            </Button>
          )}
        </div>
      ))}
      {entries.length < most && (
        <div>
          <Button icon={<IconPlus size={15} />} onClick={() => onChange([...entries, ''])}>
            {add}
          </Button>
        </div>
      )}
    </Fragment>
  );
}
