import type { FactName, ServiceMessage } from './service-message.ts';
import { clipped, isAddress, JSON_TYPE, under, type ServiceRequests } from './service-request.ts';

/** A text has at most 4,096 characters after its entities are read. */
const [MOST_TITLE, MOST_TEXT, MOST_FACT, MOST_INCIDENT] = [500, 1_500, 200, 800];

const SIGNS = { critical: '🔴', major: '🟠', minor: '🟡' } as const;

/** https://core.telegram.org/bots/api#html-style */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const inAttribute = (text: string): string => escaped(text).replaceAll('"', '&quot;');

/** Of a group, a line for each incident. */
const mostOf = (name: FactName): number => (name === 'incident' ? MOST_INCIDENT : MOST_FACT);

function textOf({ state, severity, title, text, facts, words, link, runbook }: ServiceMessage): string {
  const head = state === 'cleared' ? `🟢 ${words.over}` : `${SIGNS[severity]} ${words.severity[severity]}`;
  return [
    `<b>${head}${words.colon}${escaped(clipped(title, MOST_TITLE))}</b>`,
    escaped(clipped(text, MOST_TEXT)),
    ...facts.map(
      ([name, value]) => `${words.facts[name]}${words.colon}${escaped(clipped(value, mostOf(name)))}`,
    ),
    ...(link === '' ? [] : [`<a href="${inAttribute(link)}">${words.open}</a>`]),
    ...(runbook === ''
      ? []
      : [
          isAddress(runbook)
            ? `<a href="${inAttribute(runbook)}">${words.runbook}</a>`
            : escaped(clipped(runbook, MOST_TITLE)),
        ]),
  ].join('\n');
}

/** `sendMessage` of a bot: what follows in an incident replies to its first message, or stands alone when that was deleted. */
export const telegramRequests: ServiceRequests = (message, { url, channel, secret }, thread) => [
  {
    method: 'POST',
    url: under(url, `bot${secret}/sendMessage`),
    headers: JSON_TYPE,
    body: {
      chat_id: channel,
      text: textOf(message),
      parse_mode: 'HTML',
      link_preview_options: { is_disabled: true },
      ...(thread !== undefined && {
        reply_parameters: { message_id: Number(thread), allow_sending_without_reply: true },
      }),
    },
  },
];
