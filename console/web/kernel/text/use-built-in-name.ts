import { useCallback, useMemo } from 'react';
import { shownBuiltIn, type NamedKind } from '#schemas/name/built-in-name.ts';
import { useLanguage, type Language } from '#web/lib/text.ts';
import { useKernelTexts } from './en.ts';

/** Returns how a name of this kind is shown: one that the product gave in the reader's language. The same function as long as the language is. */
export function useBuiltInName(kind: NamedKind): (stored: string) => string {
  const language = useLanguage();
  return useMemo(() => (stored: string) => shownBuiltIn(kind, stored, language), [kind, language]);
}

/** Says at the field of a name that the product gave how readers of this language see it, where that is not what is stored. */
export function useBuiltInHint(kind: NamedKind): (stored: string) => string | undefined {
  const text = useKernelTexts();
  const nameOf = useBuiltInName(kind);
  return (stored) => {
    const name = nameOf(stored.trim());
    return name === stored.trim() ? undefined : text('builtInName', { name });
  };
}

interface NamedAlarm {
  readonly name: string;
}

/** By row of a reply: rows that did not change stay the same, so that tables draw only what did. */
const shownRows = new WeakMap<NamedAlarm, { readonly language: Language; readonly shown: NamedAlarm }>();

function shownRow<Row extends NamedAlarm>(row: Row, language: Language): Row {
  const known = shownRows.get(row);
  if (known?.language === language) return known.shown as Row;
  const name = shownBuiltIn('alarm', row.name, language);
  const shown = name === row.name ? row : { ...row, name };
  shownRows.set(row, { language, shown });
  return shown;
}

/** Alarms with their names in the language of the reader. */
export const namedAlarms = <Row extends NamedAlarm>(rows: readonly Row[], language: Language): Row[] =>
  rows.map((row) => shownRow(row, language));

/** Selects from a reply with alarms one with their names in the language of the reader. */
export function useNamedAlarms<Reply extends { readonly alarms: readonly NamedAlarm[] }>(): (
  reply: Reply,
) => Reply {
  const language = useLanguage();
  return useCallback(
    (reply: Reply) => ({ ...reply, alarms: namedAlarms(reply.alarms, language) }),
    [language],
  );
}
