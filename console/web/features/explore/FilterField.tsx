import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { IconX } from '@tabler/icons-react';
import { filterFaultSentence, type FilterFault } from '#schemas/explore/filter/fault.ts';
import { LONGEST_FILTER, parseFlowFilter } from '#schemas/explore/filter/parse.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import type { ExploreApi } from './explore-api.ts';
import { completed, useCompletion } from './use-completion.ts';
import { useExploreTexts } from './texts/en.ts';

interface Props {
  readonly api: ExploreApi;
  /** The filter that is applied. */
  readonly filter: string;
  /** What the server says of it. */
  readonly problem: string | undefined;
  readonly onApply: (filter: string) => void;
}

/** The filter with the fault marked; one at the end is marked behind it. */
function MarkedFault({ text, fault: { at, found } }: { readonly text: string; readonly fault: FilterFault }) {
  const length = Math.max(1, found.length);
  return (
    <code className="tt-explore-fault" aria-hidden="true">
      {text.slice(Math.max(0, at - 60), at)}
      <mark>{text.slice(at, at + length) || '\u00A0'}</mark>
      {text.slice(at + length, at + length + 60)}
    </code>
  );
}

interface CompletionsProps {
  readonly id: string;
  readonly options: readonly string[];
  readonly chosen: number;
  readonly onChoose: (option: string) => void;
}

function Completions({ id, options, chosen, onChoose }: CompletionsProps) {
  const text = useExploreTexts();
  return (
    <div id={id} className="tt-explore-completions" role="listbox" aria-label={text('completions')}>
      {options.map((option, place) => (
        <div
          key={option}
          id={`${id}-${String(place)}`}
          role="option"
          tabIndex={-1}
          aria-selected={place === chosen}
          // Before the field loses the focus.
          onMouseDown={(event) => {
            event.preventDefault();
            onChoose(option);
          }}
        >
          {option}
        </div>
      ))}
    </div>
  );
}

/** What stands below the field: the fault that was typed, else what the server says of the applied filter. */
function Verdict({
  id,
  typed,
  fault,
  problem,
}: {
  readonly id: string;
  readonly typed: string;
  readonly fault: FilterFault | undefined;
  readonly problem: string | undefined;
}) {
  const text = useExploreTexts();
  const language = useLanguage();
  const said = fault === undefined ? problem : filterFaultSentence(fault, language);
  return (
    <div
      id={id}
      className="tt-explore-verdict"
      data-tone={said === undefined ? undefined : 'bad'}
      aria-live="polite"
    >
      {said ?? text(typed === '' ? 'filterHint' : 'filterValid')}
      {fault !== undefined && typed !== '' && <MarkedFault text={typed} fault={fault} />}
    </div>
  );
}

/** What is typed, its completions, and the keys that choose among them. */
function useTypedFilter({ api, filter, onApply }: Omit<Props, 'problem'>) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(filter);
  const [applied, setApplied] = useState(filter);
  const [cursor, setCursor] = useState<number>();
  const [picking, setPicking] = useState(false);
  // The address has changed: by a row, or by going back.
  if (applied !== filter) {
    setApplied(filter);
    setTyped(filter);
  }
  const completion = useCompletion(api, { text: typed, cursor: picking ? cursor : undefined });
  const { options, chosen, setChosen } = completion;
  const parsed = parseFlowFilter(typed);
  const fault = parsed.ok ? undefined : parsed.fault;
  const isOpen = picking && options.length > 0;
  const choose = (option: string): void => {
    const next = completed(typed, completion, option);
    setTyped(next.text);
    setCursor(next.cursor);
    setChosen(0);
    requestAnimationFrame(() => input.current?.setSelectionRange(next.cursor, next.cursor));
  };
  const apply = (): void => {
    setPicking(false);
    if (fault === undefined) onApply(typed.trim());
  };
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    const { key } = event;
    const by = { ArrowDown: 1, ArrowUp: -1 }[key];
    const option = options[chosen];
    if (by !== undefined) {
      event.preventDefault();
      setPicking(true);
      if (isOpen) setChosen((chosen + by + options.length) % options.length);
    } else if (key === 'Tab' && isOpen && option !== undefined) {
      event.preventDefault();
      choose(option);
    } else if (key === 'Escape') setPicking(false);
    else if (key === 'Enter') apply();
  };
  const change = (value: string, at: number): void => {
    setTyped(value);
    setCursor(at);
    setPicking(true);
    setChosen(0);
  };
  const clear = (): void => {
    setTyped('');
    onApply('');
  };
  const close = (): void => setPicking(false);
  return {
    input,
    typed,
    fault,
    options,
    chosen,
    isOpen,
    setCursor,
    change,
    choose,
    apply,
    press,
    clear,
    close,
  };
}

/** The filter, completed and checked while it is typed. Enter applies it, arrows and Tab choose completions. */
export function FilterField({ problem, ...props }: Props) {
  const text = useExploreTexts();
  const id = useId();
  const filter = useTypedFilter(props);
  const { input, typed, fault, options, chosen, isOpen, choose, apply } = filter;
  return (
    <div className="tt-explore-filter">
      <label htmlFor={id}>{text('filter')}</label>
      <div className="tt-explore-filter-line">
        <input
          ref={input}
          id={id}
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          maxLength={LONGEST_FILTER}
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          aria-activedescendant={isOpen ? `${id}-list-${String(chosen)}` : undefined}
          aria-invalid={fault !== undefined || problem !== undefined}
          aria-describedby={`${id}-verdict`}
          value={typed}
          onChange={({ currentTarget: { value, selectionStart } }) =>
            filter.change(value, selectionStart ?? value.length)
          }
          onSelect={({ currentTarget }) => filter.setCursor(currentTarget.selectionStart ?? undefined)}
          onBlur={filter.close}
          onKeyDown={filter.press}
        />
        {typed !== '' && (
          <IconButton small label={text('clear')} icon={<IconX size={14} />} onClick={filter.clear} />
        )}
        <Button kind="primary" onClick={apply}>
          {text('apply')}
        </Button>
      </div>
      {isOpen && <Completions id={`${id}-list`} options={options} chosen={chosen} onChoose={choose} />}
      <Verdict id={`${id}-verdict`} typed={typed} fault={fault} problem={problem} />
    </div>
  );
}
