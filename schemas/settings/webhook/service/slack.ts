import type { ServiceMessage } from './service-message.ts';
import { clipped, isAddress, JSON_TYPE, under, type ServiceRequests } from './service-request.ts';

/** Colours of the bar at a message. */
const COLOURS = { critical: '#d5281f', major: '#e07b00', minor: '#8a7a00', cleared: '#1f8a4c' } as const;
/** Limits of a section and of one of its fields, and of the text of a message. */
const [MOST, MOST_FIELD, MOST_TEXT] = [3_000, 2_000, 3_500];

/** https://docs.slack.dev/messaging/formatting-message-text: three characters are written as entities. */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function headOf({ state, severity, words }: ServiceMessage): string {
  if (state === 'cleared') return words.over;
  return state === 'changed' ? words.worse(words.severity[severity]) : words.severity[severity];
}

const linked = (url: string, label: string): string => `<${escaped(url).replaceAll('|', '%7C')}|${label}>`;

function footOf({ link, runbook, words }: ServiceMessage): readonly string[] {
  return [
    ...(link === '' ? [] : [linked(link, words.open)]),
    ...(runbook === '' ? [] : [isAddress(runbook) ? linked(runbook, words.runbook) : escaped(runbook)]),
  ];
}

const section = (text: string) => ({
  type: 'section',
  text: { type: 'mrkdwn', text: clipped(text, MOST) },
});

function blocksOf(message: ServiceMessage) {
  const { title, text, facts, words } = message;
  const foot = footOf(message);
  return [
    section(`*${headOf(message)}${words.colon}${escaped(title)}*\n${escaped(text)}`),
    ...(facts.length === 0
      ? []
      : [
          {
            type: 'section',
            fields: facts.map(([name, value]) => ({
              type: 'mrkdwn',
              text: clipped(`*${words.facts[name]}*\n${escaped(value)}`, MOST_FIELD),
            })),
          },
        ]),
    ...(foot.length === 0 ? [] : [section(foot.join('  ·  '))]),
  ];
}

/**
 * `chat.postMessage` with a token of a bot: what follows in an incident replies to its first message. What makes it worse and its end are
 * shown in the channel too, so that a red message is not mistaken for a running incident.
 */
export const slackRequests: ServiceRequests = (message, { url, channel, secret }, thread) => [
  {
    method: 'POST',
    url: under(url, 'chat.postMessage'),
    headers: { ...JSON_TYPE, authorization: `Bearer ${secret}` },
    body: {
      channel,
      text: clipped(escaped(`${headOf(message)}${message.words.colon}${message.title}`), MOST_TEXT),
      attachments: [
        {
          color: COLOURS[message.state === 'cleared' ? 'cleared' : message.severity],
          blocks: blocksOf(message),
        },
      ],
      unfurl_links: false,
      unfurl_media: false,
      ...(thread !== undefined && { thread_ts: thread }),
      ...(thread !== undefined && message.isNews && { reply_broadcast: true }),
    },
  },
];
