import type { ReactNode } from 'react';
import { IconLink, IconLinkOff } from '@tabler/icons-react';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { TimeIn } from '#web/ui/text/Time.tsx';
import { useAuditTexts } from './texts/en.ts';
import { useChain } from './audit-queries.ts';

/** State of the hash chain at its last verification. */
export function ChainState() {
  const text = useAuditTexts();
  const language = useLanguage();
  const { state, problem: failure, isPending, verify } = useChain();
  const last = state.data?.last ?? null;
  const broken = last?.broken ?? null;
  const number = (seq: number): string => formatNumber(seq, language);
  const sentence = (): ReactNode => {
    const problem = failure ?? state.error;
    if (problem !== null) return sentenceOf(problem, language);
    if (last === null) return text('notVerified');
    if (broken !== null)
      return text('broken', { number: number(broken.seq), fault: text(`fault-${broken.fault}`) });
    return (
      <TimeIn sentence={(when) => text('verified', { number: number(last.seq), when })} at={last.checkedAt} />
    );
  };
  return (
    <div
      className="tt-audit-chain"
      data-state={last === null ? 'unknown' : broken === null ? 'complete' : 'broken'}
      role="status"
    >
      {broken === null ? (
        <IconLink size={16} aria-hidden="true" />
      ) : (
        <IconLinkOff size={16} aria-hidden="true" />
      )}
      <span title={last?.hash}>{sentence()}</span>
      <Button busy={isPending} onClick={verify}>
        {text('verify')}
      </Button>
    </div>
  );
}
