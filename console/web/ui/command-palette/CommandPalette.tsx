import { Modal } from '@mantine/core';
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { IconSearch } from '@tabler/icons-react';
import { foldForSearch, wordsOf } from '#schemas/search/fold.ts';
import { Kbd } from '../text/Kbd.tsx';
import { useUiTexts } from '../texts/en.ts';
import './command-palette.css';

export interface Command {
  readonly id: string;
  readonly group: string;
  readonly label: string;
  readonly hint?: string;
  readonly icon?: ReactNode;
  /** Language of the label when it differs from the page, such as the name of a language. */
  readonly lang?: string;
  readonly run: () => void;
  /** What Ctrl+Enter opens in its place. */
  readonly other?: { readonly label: string; readonly run: () => void };
}

interface Props {
  readonly open: boolean;
  readonly onClose: () => void;
  /** Those that contain every word of the query are listed. */
  readonly commands: readonly Command[];
  /** Listed after them: what the search of the server found for the query. */
  readonly hits?: readonly Command[];
  readonly onQuery?: (query: string) => void;
  /** Whether the server is still searching for the query. */
  readonly searching?: boolean;
}

const MAX_RESULTS = 60;
/** Commands that contain every word of the query, without case and accents. */
export function matchCommands(commands: readonly Command[], query: string): readonly Command[] {
  const words = wordsOf(query);
  const found = commands.filter((command) => {
    const text = foldForSearch(`${command.group} ${command.label} ${command.hint ?? ''}`);
    return words.every((word) => text.includes(word));
  });
  return found.slice(0, MAX_RESULTS);
}

interface ListProps {
  readonly id: string;
  readonly found: readonly Command[];
  readonly at: number;
  readonly onPoint: (at: number) => void;
  readonly onChoose: (command: Command) => void;
}

function Results({ id, found, at, onPoint, onChoose }: ListProps) {
  const text = useUiTexts();
  return (
    <div className="tt-palette-list" id={id} role="listbox" aria-label={text('commands')}>
      {found.map((command, index) => (
        <div key={command.id} role="presentation">
          {command.group !== found[index - 1]?.group && (
            <div className="tt-palette-group" role="presentation">
              {command.group}
            </div>
          )}
          {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are handled by the combobox that owns this list */}
          <div
            id={`${id}-${String(index)}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            className="tt-palette-item"
            lang={command.lang}
            onMouseMove={() => onPoint(index)}
            onClick={() => onChoose(command)}
          >
            {command.icon}
            <span className="tt-ellipsis">{command.label}</span>
            {command.hint !== undefined && <span className="tt-palette-hint">{command.hint}</span>}
          </div>
        </div>
      ))}
    </div>
  );
}

function Keys({ other }: { readonly other: Command['other'] | undefined }) {
  const text = useUiTexts();
  return (
    <div className="tt-palette-keys" aria-hidden="true">
      <Kbd>↑</Kbd>
      <Kbd>↓</Kbd> {text('commandsHint')} <Kbd>↵</Kbd> {text('commandsOpen')}{' '}
      {other !== undefined && (
        <>
          <Kbd>Ctrl</Kbd>
          <Kbd>↵</Kbd> {other.label}{' '}
        </>
      )}
      <Kbd>Esc</Kbd> {text('close')}
    </div>
  );
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

function Palette({ commands, hits = [], searching = false, onQuery, onClose }: Omit<Props, 'open'>) {
  const text = useUiTexts();
  const listId = useId();
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const found = [...matchCommands(commands, query), ...hits];
  const choose = ({ run, other }: Command, isOther = false) => {
    onClose();
    (isOther && other !== undefined ? other.run : run)();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    const command = found[at];
    if (step !== undefined) {
      const next = (at + step + found.length) % Math.max(1, found.length);
      setAt(next);
      document.getElementById(`${listId}-${String(next)}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && command !== undefined)
      choose(command, event.ctrlKey || event.metaKey);
    else return;
    event.preventDefault();
  };
  const type = (next: string) => {
    setQuery(next);
    setAt(0);
    onQuery?.(next);
  };
  return (
    <>
      <div className="tt-palette-input">
        <IconSearch size={16} />
        <input
          data-autofocus
          role="combobox"
          aria-label={text('commands')}
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={found.length > 0 ? `${listId}-${String(at)}` : undefined}
          placeholder={text('commandsPlaceholder')}
          value={query}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <Results id={listId} found={found} at={at} onPoint={setAt} onChoose={(command) => choose(command)} />
      {found.length === 0 && (
        <p className="tt-palette-none" role="status">
          {text(searching ? 'commandsSearching' : 'commandsNone', { query })}
        </p>
      )}
      <Keys other={found[at]?.other} />
    </>
  );
}

/** `Ctrl+K`: pages, customers, settings and what the server finds, in one list. */
export function CommandPalette({ open, onClose, ...content }: Props) {
  const text = useUiTexts();
  return (
    <Modal.Root
      opened={open}
      onClose={onClose}
      size={600}
      yOffset="12vh"
      transitionProps={{ transition: 'fade', duration: 80 }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={text('commands')} className="tt-palette">
        <Palette {...content} onClose={onClose} />
      </Modal.Content>
    </Modal.Root>
  );
}
