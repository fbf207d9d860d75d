import { useEffect, useEffectEvent } from 'react';
import type { FileTable } from '#schemas/csv/table-file.ts';

/** The values of a dashlet that requests its own data, as files have them. */
export interface OwnValues {
  readonly table: FileTable;
  /** Whether there are more than a file holds. */
  readonly isCut?: boolean;
  /** What a manager returned. */
  readonly response?: unknown;
}

/** Repeats the request; throws the problem. */
type ReadOwnValues = () => Promise<OwnValues>;

const readers = new Map<string, ReadOwnValues>();

/** Requests the values of a dashlet; undefined: it is not drawn, as where its context is missing. */
export const readOwnValues = (id: string): Promise<OwnValues> | undefined => readers.get(id)?.();

/** Offers the values of a dashlet to those who download them, while it is drawn. */
export function useOwnValues(id: string | undefined, read: ReadOwnValues): void {
  const latest = useEffectEvent(read);
  useEffect(() => {
    if (id === undefined) return undefined;
    const reader: ReadOwnValues = () => latest();
    readers.set(id, reader);
    return () => {
      if (readers.get(id) === reader) readers.delete(id);
    };
  }, [id]);
}

interface OwnQuery<Value> {
  readonly refetch: () => Promise<{ readonly data: Value | undefined; readonly error: unknown }>;
}

/** Repeats the request. Throws the problem, also where former values are still shown. */
export async function readAgain<Value>(query: OwnQuery<Value>): Promise<Value> {
  const { data, error } = await query.refetch();
  if (error !== null || data === undefined) throw error;
  return data;
}
