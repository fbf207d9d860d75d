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

/** Shows a confirmation; `undo` reverts the action within ten seconds. */
export function showToast(toast: {
  readonly text: string;
  readonly tone?: 'info' | 'bad';
  readonly undo?: () => void;
}): void {
  lastId += 1;
  const id = lastId;
  toasts.set([
    ...toasts.get().slice(-2),
    { id, text: toast.text, tone: toast.tone ?? 'info', undo: toast.undo },
  ]);
  setTimeout(() => closeToast(id), toast.undo === undefined ? shownMs : undoMs);
}
