import { useEffect, useState } from 'react';
import type { ProblemCode } from '#schemas/problem/catalogue.ts';
import type { TextParameters } from '#schemas/problem/definition.ts';
import { useLanguage } from '#web/lib/text.ts';
import { knownCode, problemSentence } from './problem-texts.ts';

/** Returns the function for the sentence of a problem that came within a reply; "…" while its text loads. */
export function useProblemSentence(
  problems: readonly { readonly code: ProblemCode }[],
): (code: ProblemCode, params: TextParameters) => string {
  const language = useLanguage();
  const codes = problems.map(({ code }) => code).join(' ');
  const [loaded, setLoaded] = useState('');
  useEffect(() => {
    let isCurrent = true;
    const all = codes === '' ? [] : codes.split(' ');
    void Promise.all(all.map(knownCode)).then(() => isCurrent && setLoaded(codes));
    return () => {
      isCurrent = false;
    };
  }, [codes]);
  return (code, params) => (loaded === codes ? problemSentence(code, language, params) : '…');
}
