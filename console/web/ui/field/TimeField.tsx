import { TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { isMonthFirst, useDates } from '#web/lib/dates.ts';
import { IconButton } from '../button/IconButton.tsx';
import { readTime, shownTime, type DayOrder, type TimeKind } from './typed-time.ts';
import { useUiTexts } from '../texts/en.ts';
import './time-field.css';

interface Props {
  readonly label: string;
  readonly kind: TimeKind;
  /** As in a native input of this kind: `2026-11-21T14:05`, `14:05`, `2026-11-21`, or empty. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: string | undefined;
  readonly description?: string;
  readonly id?: string;
  /** The label is for screen readers only, as in a toolbar. */
  readonly quietLabel?: boolean;
}

/** Opens the browser's date picker; for the pointer only. */
function DayButton({ kind, value, onChange }: Pick<Props, 'kind' | 'value' | 'onChange'>) {
  const text = useUiTexts();
  const native = useRef<HTMLInputElement>(null);
  return (
    <span className="tt-time-pick">
      <input
        ref={native}
        type={kind}
        tabIndex={-1}
        aria-hidden="true"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <IconButton
        small
        tabIndex={-1}
        label={text('pickDay')}
        icon={<IconCalendar size={15} />}
        onClick={() => native.current?.showPicker()}
      />
    </span>
  );
}

/** The typed text until blur. Text that is not a time is then reported and clears the value. */
function useTyped({ kind, value, onChange }: Pick<Props, 'kind' | 'value' | 'onChange'>) {
  const order: DayOrder = isMonthFirst(useDates()) ? 'month' : 'day';
  const [typed, setTyped] = useState<string>();
  const [rejected, setRejected] = useState(false);
  const type = (text: string) => {
    setTyped(text);
    setRejected(false);
    const read = text.trim() === '' ? '' : readTime(text, kind, order);
    if (read !== undefined) onChange(read);
  };
  const leave = () => {
    if (typed === undefined) return;
    const isRead = typed.trim() === '' || readTime(typed, kind, order) !== undefined;
    setRejected(!isRead);
    if (isRead) setTyped(undefined);
    else onChange('');
  };
  const choose = (chosen: string) => {
    setTyped(undefined);
    setRejected(false);
    onChange(chosen);
  };
  return { order, shown: typed ?? shownTime(value, kind, order), rejected, type, leave, choose };
}

const patterns = {
  'datetime-local': { day: 'momentPattern', month: 'momentPatternMonth' },
  date: { day: 'dayPattern', month: 'dayPatternMonth' },
  time: { day: 'timePattern', month: 'timePattern' },
} as const;

/** A time in the user's date style. Native inputs follow the language of the browser instead. */
export function TimeField({ kind, label, value, onChange, error, quietLabel = false, ...remaining }: Props) {
  const text = useUiTexts();
  const { order, shown, rejected, type, leave, choose } = useTyped({ kind, value, onChange });
  const pattern = text(patterns[kind][order]);
  return (
    <TextInput
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...remaining}
      {...(quietLabel ? { 'aria-label': label } : { label })}
      placeholder={pattern}
      value={shown}
      error={rejected ? text('timeUnreadable', { pattern }) : error}
      autoComplete="off"
      spellCheck={false}
      rightSection={kind === 'time' ? undefined : <DayButton kind={kind} value={value} onChange={choose} />}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={leave}
    />
  );
}
