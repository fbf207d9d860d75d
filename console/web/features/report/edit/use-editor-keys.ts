import { useEffect, useEffectEvent } from 'react';
import { noSelection, type SelectedItems } from '../canvas/selection.ts';
import type { ReportControl } from './report-control.ts';
import type { ItemActions } from './use-item-actions.ts';

interface Of {
  readonly control: ReportControl;
  readonly actions: ItemActions;
  readonly select: (selection: SelectedItems) => void;
  readonly onSave: () => void;
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.closest('input, textarea, select, [role=dialog], [role=menu], [role=listbox]') !== null);

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const FAR = 10;

/** With Control, or Command on a Mac. */
function commandOf({ control, actions }: Of, { key, shiftKey }: KeyboardEvent): (() => void) | undefined {
  const { actor } = control;
  const has = actions.selected.length > 0;
  const commands: Readonly<Record<string, (() => void) | undefined>> = {
    z: () => actor.send({ type: shiftKey ? 'redo' : 'undo' }),
    y: () => actor.send({ type: 'redo' }),
    a: actions.selectAll,
    c: has ? actions.copy : undefined,
    x: has ? actions.cut : undefined,
    v: actions.paste,
    d: has ? actions.duplicate : undefined,
    g: has ? (shiftKey ? actions.ungroup : actions.group) : undefined,
  };
  return commands[key.toLowerCase()];
}

function plainOf(
  { actions, select }: Of,
  { key, shiftKey, target }: KeyboardEvent,
): (() => void) | undefined {
  if (actions.selected.length === 0) return undefined;
  const arrow = arrows[key];
  const isInPanel = target instanceof HTMLElement && target.closest('.tt-report-canvas') === null;
  if (arrow !== undefined && !(isInPanel && target !== document.body)) {
    const far = shiftKey ? FAR : 1;
    return () => actions.nudge({ x: arrow[0] * far, y: arrow[1] * far });
  }
  if (key === 'Delete' || key === 'Backspace') return actions.remove;
  if (key === 'Escape') return () => select(noSelection);
  return undefined;
}

/** The keys of the editor, outside of inputs. */
export function useEditorKeys(of: Of): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey) return;
    const isCommand = event.ctrlKey || event.metaKey;
    if (isCommand && event.key.toLowerCase() === 's') {
      event.preventDefault();
      of.onSave();
      return;
    }
    if (isTyping(event.target)) return;
    const run = isCommand ? commandOf(of, event) : plainOf(of, event);
    if (run === undefined) return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
