import { useEffect, useEffectEvent } from 'react';

interface Shortcut {
  readonly key: string;
  /** Control, or Command on a Mac. */
  readonly control?: boolean;
}

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));

const inDialog = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('[role=dialog]') !== null;

const pressed = (event: KeyboardEvent, shortcut: Shortcut): boolean => {
  if (event.key.toLowerCase() !== shortcut.key || event.altKey) return false;
  const control = event.ctrlKey || event.metaKey;
  return shortcut.control === true ? control : !control && !typing(event.target) && !inDialog(event.target);
};

/** Runs on a key anywhere on the page. A key without Control is ignored while the user types, and in dialogs. */
export function useShortcut(shortcut: Shortcut, run: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!pressed(event, shortcut)) return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
