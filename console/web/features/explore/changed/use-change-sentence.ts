import { contributionOf } from '#schemas/explore/changed/ranking.ts';
import type { ChangeFinding, ChangeReply } from '#schemas/explore/changed/what-changed.ts';
import { headlineOf, hostsOf, pairOf } from './headline.ts';
import { useChangedTexts } from './texts/en.ts';
import { useChangeWords } from './use-change-words.ts';

/** From how many hosts and between which sites the flows of a finding are; empty: nothing is known of it. */
function useEnds(): (finding: ChangeFinding) => string {
  const text = useChangedTexts();
  const { end } = useChangeWords();
  return (finding) => {
    const pair = finding.dimension === 'site-pair' ? undefined : pairOf(finding);
    const count = hostsOf(finding);
    if (pair === undefined) return count === 0 ? '' : text('fromHosts', { count });
    const ends = { from: end(pair, 0), to: end(pair, 1) };
    return count === 0 ? text('fromSite', ends) : text('fromHostsOf', { count, ...ends });
  };
}

/** What a reply says in one sentence: for the head of an incident. */
export function useChangeSentence(): (reply: ChangeReply) => string {
  const text = useChangedTexts();
  const words = useChangeWords();
  const ends = useEnds();
  return (reply) => {
    const { total, measure, context, period } = reply;
    const place = context.site?.name ?? text('everySite');
    const baseline = words.baseline(period, reply.baseline);
    const difference = words.difference(contributionOf(total), measure);
    const headline = headlineOf(reply);
    const common = { place, baseline, difference };
    switch (headline.is) {
      case 'no-flows':
        return text('noFlowsSentence', { place });
      case 'no-baseline': {
        const now = words.rate(total.now, measure);
        const { lead } = headline;
        if (lead === undefined) return text('noBaselineSentence', { place, now });
        return text('noBaselineLeadSentence', { place, now, what: words.noun(lead), ends: ends(lead) });
      }
      case 'even':
        return text('evenSentence', common);
      case 'lead': {
        const { lead, part } = headline;
        const what = words.noun(lead);
        if (part !== undefined)
          return text('partSentence', { ...common, what, percent: words.percent(part), ends: ends(lead) });
        const own = words.difference(contributionOf(lead), measure);
        return text('ownSentence', { ...common, what, own, ends: ends(lead) });
      }
    }
  };
}
