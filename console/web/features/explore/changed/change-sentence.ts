import { contributionOf } from '#schemas/explore/changed/ranking.ts';
import type { ChangeFinding, ChangeReply } from '#schemas/explore/changed/what-changed.ts';
import { headlineOf, hostsOf, pairOf } from './headline.ts';
import type { useChangedTexts } from './texts/en.ts';
import type { ChangeWords } from './use-change-words.ts';

interface Wording {
  readonly text: ReturnType<typeof useChangedTexts>;
  readonly words: ChangeWords;
}

/** From how many hosts and between which sites the flows of a finding are; empty: nothing is known of it. */
function endsOf(finding: ChangeFinding, { text, words }: Wording): string {
  const pair = finding.dimension === 'site-pair' ? undefined : pairOf(finding);
  const count = hostsOf(finding);
  if (pair === undefined) return count === 0 ? '' : text('fromHosts', { count });
  const ends = { from: words.end(pair, 0), to: words.end(pair, 1) };
  return count === 0 ? text('fromSite', ends) : text('fromHostsOf', { count, ...ends });
}

/** What a reply says in one sentence: for the head of an incident. */
export function changeSentence(reply: ChangeReply, wording: Wording): string {
  const { text, words } = wording;
  const { total, measure, context, period } = reply;
  const place = context.site?.name ?? text('everySite');
  const baseline = words.baseline(period, reply.baseline);
  const difference = words.difference(contributionOf(total), measure);
  const common = { place, baseline, difference };
  const headline = headlineOf(reply);
  switch (headline.is) {
    case 'no-flows':
      return text('noFlowsSentence', { place });
    case 'no-baseline': {
      const now = words.rate(total.now, measure);
      const { lead } = headline;
      if (lead === undefined) return text('noBaselineSentence', { place, now });
      const what = words.noun(lead);
      return text('noBaselineLeadSentence', { place, now, what, ends: endsOf(lead, wording) });
    }
    case 'even':
      return text('evenSentence', common);
    case 'lead': {
      const { lead, part } = headline;
      const named = { ...common, what: words.noun(lead), ends: endsOf(lead, wording) };
      if (part !== undefined) return text('partSentence', { ...named, percent: words.percent(part) });
      return text('ownSentence', { ...named, own: words.difference(contributionOf(lead), measure) });
    }
  }
}
