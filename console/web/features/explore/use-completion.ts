import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { isNamedType } from '#schemas/explore/field-type.ts';
import { completeFilter, type Completion } from '#schemas/explore/filter/complete.ts';
import type { ExploreApi } from './explore-api.ts';

const MOST = 12;

interface TypedFilter {
  readonly text: string;
  /** Offset of the cursor; undefined: the field has no focus. */
  readonly cursor: number | undefined;
}

const nothing: Completion = { from: 0, to: 0, typed: '', words: [], values: undefined };

/** What can be written at the cursor, names of the server among them. */
export function useCompletion(api: ExploreApi, { text, cursor }: TypedFilter) {
  const [chosen, setChosen] = useState(0);
  const found = cursor === undefined ? nothing : completeFilter(text, cursor);
  const { values, typed } = found;
  const isNamed = values !== undefined && isNamedType(values.type);
  const { data } = useQuery({
    ...api.values(values?.field ?? 'site', isNamed ? typed.slice(0, 100) : ''),
    enabled: isNamed,
    // The names of the last letters stay until those of the next are there.
    placeholderData: (before) => before,
  });
  const named = isNamed ? (data?.values.map(({ filter }) => filter) ?? []) : [];
  const options = [...new Set([...named, ...found.words])].slice(0, MOST);
  return { ...found, options, chosen: Math.min(chosen, Math.max(0, options.length - 1)), setChosen };
}

/** The text with a completion in its place, and where the cursor is then. */
export function completed(
  text: string,
  { from, to }: Pick<Completion, 'from' | 'to'>,
  option: string,
): { readonly text: string; readonly cursor: number } {
  const after = text.slice(to);
  const inserted = after.startsWith(' ') ? option : `${option} `;
  return { text: `${text.slice(0, from)}${inserted}${after}`, cursor: from + inserted.length };
}
