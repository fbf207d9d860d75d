import { contributionOf, type ChangeRates } from '#schemas/explore/changed/ranking.ts';

/** Traffic whose flows have the same set of candidates: bit n is set when candidate n is one of their values. */
export interface Atom extends ChangeRates {
  readonly mask: number;
}

/** Most candidates that the bits of a mask hold. */
export const MOST_CANDIDATES = 24;

/** A candidate that belongs to a finding. */
interface FindingPart {
  /** Number of the candidate. */
  readonly candidate: number;
  /** `same`: the same flows under another name. `within`: some of the flows. */
  readonly relation: 'same' | 'within';
  /** What it adds to the difference within the flows of the finding. */
  readonly contribution: number;
}

export interface Finding {
  readonly candidate: number;
  readonly parts: readonly FindingPart[];
}

/** Two candidates are the same flows when what they have in common makes this much of the change of each. */
const SAME = 0.85;

/** What the flows that have both of two candidates add to the difference; of a candidate with itself, its own change. */
function commonChanges(atoms: readonly Atom[], count: number): (one: number, other: number) => number {
  const sums = new Float64Array(count * count);
  for (const atom of atoms) {
    const change = contributionOf(atom);
    const own = Array.from({ length: count }, (_, bit) => bit).filter(
      (bit) => (atom.mask & (1 << bit)) !== 0,
    );
    for (const one of own)
      for (const other of own) sums[one * count + other] = (sums[one * count + other] ?? 0) + change;
  }
  return (one, other) => sums[one * count + other] ?? 0;
}

/** The part of a change that a common one makes; 0 for one in the other direction. */
const partOf = (common: number, change: number): number => (change === 0 ? 0 : Math.max(0, common / change));

/**
 * Joins candidates, given in their order, into findings. The first candidate of a finding leads it; the leader of several that are the
 * same flows is the one with the lowest `preference`. A candidate joins the first finding whose flows make nearly all of its own change.
 * Each candidate is named once (ADR 110).
 */
export function mergeFindings(atoms: readonly Atom[], preferences: readonly number[]): readonly Finding[] {
  const common = commonChanges(atoms, preferences.length);
  const open = new Set(preferences.keys());
  const findings: Finding[] = [];
  const relationOf = (lead: number, other: number): FindingPart | undefined => {
    const contribution = common(lead, other);
    const ofOther = partOf(contribution, common(other, other));
    const ofLead = partOf(contribution, common(lead, lead));
    // What fell within a finding that rose is another one.
    if (ofOther < SAME || ofLead === 0) return undefined;
    return { candidate: other, relation: ofLead < SAME ? 'within' : 'same', contribution };
  };
  for (const first of preferences.keys()) {
    if (!open.has(first)) continue;
    const same = [...open].filter((other) => relationOf(first, other)?.relation === 'same');
    const lead = same.reduce(
      (best, other) => ((preferences[other] ?? 0) < (preferences[best] ?? 0) ? other : best),
      first,
    );
    open.delete(lead);
    const parts = [...open].flatMap((other) => relationOf(lead, other) ?? []);
    for (const { candidate } of parts) open.delete(candidate);
    findings.push({
      candidate: lead,
      parts: parts.sort(
        (a, b) =>
          Number(a.relation === 'within') - Number(b.relation === 'within') ||
          (preferences[a.candidate] ?? 0) - (preferences[b.candidate] ?? 0) ||
          Math.abs(b.contribution) - Math.abs(a.contribution),
      ),
    });
  }
  return findings;
}
