import { createStore } from '#web/lib/store.ts';

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'info' | 'bad';
  readonly undo?: (() => void) | undefined;
}

/** How long a toast stays. One with undo stays longer: reading comes before deciding. */
const shownMs = 5_000;
const undoMs = 10_000;
let lastId = 0;

export const toasts = createStore<readonly Toast[]>([]);

export function closeToast(id: number): void {
  toasts.set(toasts.get().filter((toast) => toast.id !== id));
}

/** Adds a toast. Returns its number. */
function addToast(toast: Omit<Toast, 'id'>): number {
  lastId += 1;
  toasts.set([...toasts.get().slice(-2), { ...toast, id: lastId }]);
  return lastId;
}

/** Shows a confirmation; `undo` reverts the action within ten seconds. */
export function showToast(toast: {
  readonly text: string;
  readonly tone?: 'info' | 'bad';
  readonly undo?: () => void;
}): void {
  const id = addToast({ text: toast.text, tone: toast.tone ?? 'info', undo: toast.undo });
  setTimeout(() => closeToast(id), toast.undo === undefined ? shownMs : undoMs);
}

/** A toast that says how far an action is, until it is closed. */
export interface ProgressToast {
  readonly update: (text: string) => void;
  readonly close: () => void;
}

/** Shows how far an action is. Once the user closes it, it is not shown again. */
export function showProgress(text: string): ProgressToast {
  const id = addToast({ text, tone: 'info' });
  const update = (next: string): void => {
    const current = toasts.get();
    if (current.some((toast) => toast.id === id && toast.text !== next))
      toasts.set(current.map((toast) => (toast.id === id ? { ...toast, text: next } : toast)));
  };
  return { update, close: () => closeToast(id) };
}
