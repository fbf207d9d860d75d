import type { LineFinding } from '#schemas/line/line-finding.ts';
import { findingWords } from '#schemas/line/line-finding-words.ts';
import type { Language } from '#web/lib/text.ts';
import { Time } from '#web/ui/text/Time.tsx';

interface Props {
  readonly findings: readonly LineFinding[];
  readonly language: Language;
}

/** What pollers found out about a line, with the time of what was measured. */
export function FindingList({ findings, language }: Props) {
  return (
    <>
      {findings.map((finding) => (
        <div
          key={finding.is === 'above speed' ? finding.way : finding.is}
          className={finding.is === 'no speed' ? 'tt-muted' : 'tt-inventory-finding'}
        >
          {findingWords(finding, language)}
          {'at' in finding && (
            <>
              {' '}
              (<Time at={finding.at} />)
            </>
          )}
        </div>
      ))}
    </>
  );
}
