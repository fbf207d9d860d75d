import { contributionOf } from '#schemas/explore/changed/ranking.ts';
import type { ChangeFinding, ChangeReply, ChangeValue } from '#schemas/explore/changed/what-changed.ts';

type Part = ChangeFinding['parts'][number];

/** What the sentence above the findings says. */
type Headline =
  | { readonly is: 'no-flows' }
  /** The baseline had no flows: nothing is compared. */
  | { readonly is: 'no-baseline'; readonly lead: ChangeFinding | undefined }
  /** Everything changed alike, or nothing did. */
  | { readonly is: 'even' }
  /** `part`: of the difference, 0 to 1, where the lead is one of its parts; undefined: it moved more than the total, or against it. */
  | { readonly is: 'lead'; readonly lead: ChangeFinding; readonly part: number | undefined };

export function headlineOf({ total, findings, baseline }: ChangeReply): Headline {
  const [lead] = findings;
  if (total.now === 0 && total.before === 0) return { is: 'no-flows' };
  if (!baseline.some(({ counts }) => counts)) return { is: 'no-baseline', lead };
  if (lead === undefined) return { is: 'even' };
  const part = contributionOf(lead) / contributionOf(total);
  return { is: 'lead', lead, part: part > 0 && part <= 1 ? part : undefined };
}

/** The site pair of a finding: its own, or of the same flows. */
export const pairOf = (finding: ChangeFinding): ChangeValue | undefined =>
  [finding, ...finding.parts.filter(({ relation }) => relation === 'same')].find(
    ({ dimension }) => dimension === 'site-pair',
  );

/** Hosts that sent the flows of a finding, as far as they are among its parts. */
export const hostsOf = ({ parts }: ChangeFinding): number =>
  parts.filter(({ dimension }) => dimension === 'source-address').length;

/** How much of a finding one of its parts is, 0 to 1. */
export const shareWithin = (finding: ChangeFinding, { contribution }: Part): number =>
  contribution / contributionOf(finding);

/** Width of the bar of a finding in percent: that of the largest is full. */
export function barOf(finding: ChangeFinding, findings: readonly ChangeFinding[]): number {
  const largest = Math.max(...findings.map((each) => Math.abs(contributionOf(each))));
  return largest === 0 ? 0 : (100 * Math.abs(contributionOf(finding))) / largest;
}
