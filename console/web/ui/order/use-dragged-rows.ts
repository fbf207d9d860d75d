import { useCallback, type RefCallback } from 'react';

const rowOf = (event: Event): HTMLElement | null =>
  event.target instanceof Element ? event.target.closest<HTMLElement>('li[data-id]') : null;

/** Lets the rows of a list (`li` with `data-id` and `data-at`) be dragged to the place of another. One set of listeners for all rows. */
export function useDraggedRows(onMove: (id: number, to: number) => void): RefCallback<HTMLElement> {
  return useCallback(
    (list: HTMLElement | null) => {
      if (list === null) return undefined;
      const listening = new AbortController();
      const { signal } = listening;
      let dragged: number | undefined;
      let over: HTMLElement | null = null;
      const mark = (row: HTMLElement | null) => {
        over?.removeAttribute('data-over');
        over = row;
        over?.setAttribute('data-over', '');
      };
      list.addEventListener(
        'dragstart',
        (event) => {
          dragged = Number(rowOf(event)?.dataset['id']);
          if (event.dataTransfer !== null) event.dataTransfer.effectAllowed = 'move';
        },
        { signal },
      );
      list.addEventListener(
        'dragover',
        (event) => {
          if (dragged === undefined) return;
          event.preventDefault();
          mark(rowOf(event));
        },
        { signal },
      );
      list.addEventListener(
        'drop',
        (event) => {
          event.preventDefault();
          const to = rowOf(event)?.dataset['at'];
          if (dragged !== undefined && to !== undefined) onMove(dragged, Number(to));
        },
        { signal },
      );
      list.addEventListener(
        'dragend',
        () => {
          dragged = undefined;
          mark(null);
        },
        { signal },
      );
      return () => listening.abort();
    },
    [onMove],
  );
}
