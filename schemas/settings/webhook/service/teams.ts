import type { ServiceMessage } from './service-message.ts';
import { clipped, isAddress, JSON_TYPE, type ServiceRequests } from './service-request.ts';

/** A message of Teams has at most 28 KB. */
const [MOST_TITLE, MOST_TEXT] = [1_000, 8_000];

const STYLES = { critical: 'attention', major: 'warning', minor: 'accent' } as const;

/** Text blocks read Markdown: what names contain is shown as it is. */
const escaped = (text: string): string => text.replaceAll(/[\\*_[\]()#`~]/g, (one) => `\\${one}`);

const textBlock = (text: string, most: number, look: object = {}) => ({
  type: 'TextBlock',
  text: clipped(escaped(text), most),
  wrap: true,
  ...look,
});

function cardOf({ state, severity, title, text, facts, words, link, runbook }: ServiceMessage) {
  const head = state === 'cleared' ? words.over : words.severity[severity];
  const actions = [
    ...(link === '' ? [] : [{ type: 'Action.OpenUrl', title: words.open, url: link }]),
    ...(isAddress(runbook) ? [{ type: 'Action.OpenUrl', title: words.runbook, url: runbook }] : []),
  ];
  return {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    msteams: { width: 'Full' },
    body: [
      {
        type: 'Container',
        style: state === 'cleared' ? 'good' : STYLES[severity],
        bleed: true,
        items: [textBlock(`${head}${words.colon}${title}`, MOST_TITLE, { weight: 'Bolder', size: 'Medium' })],
      },
      textBlock(text, MOST_TEXT),
      {
        type: 'FactSet',
        facts: facts.map(([name, value]) => ({
          title: words.facts[name],
          value: clipped(value, MOST_TITLE),
        })),
      },
      ...(runbook === '' || isAddress(runbook)
        ? []
        : [textBlock(`${words.runbook}${words.colon}${runbook}`, MOST_TEXT)]),
    ],
    ...(actions.length > 0 && { actions }),
  };
}

/**
 * A card to the workflow *When a Teams webhook request is received*. Its response names no message, so that a clear cannot reply to its
 * raise: each card has the full title and when the alarm began.
 */
export const teamsRequests: ServiceRequests = (message, { secret }) => [
  {
    method: 'POST',
    url: secret,
    headers: JSON_TYPE,
    body: {
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          contentUrl: null,
          content: cardOf(message),
        },
      ],
    },
  },
];
