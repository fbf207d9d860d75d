import { severityWords, type ServiceMessage } from './service-message.ts';
import { clipped, isAddress, JSON_TYPE, under, type ServiceRequests } from './service-request.ts';

/** A text has at most 4,096 characters after its entities are read. */
const [MOST_TITLE, MOST_TEXT, MOST_FACT] = [500, 1_500, 200];

const SIGNS = { critical: '🔴', major: '🟠', minor: '🟡' } as const;

/** https://core.telegram.org/bots/api#html-style */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const inAttribute = (text: string): string => escaped(text).replaceAll('"', '&quot;');

function textOf({ state, severity, title, text, facts, link, runbook }: ServiceMessage): string {
  const head = state === 'cleared' ? '🟢 Cleared' : `${SIGNS[severity]} ${severityWords[severity]}`;
  return [
    `<b>${head}: ${escaped(clipped(title, MOST_TITLE))}</b>`,
    escaped(clipped(text, MOST_TEXT)),
    ...facts.map(([name, value]) => `${name}: ${escaped(clipped(value, MOST_FACT))}`),
    ...(link === '' ? [] : [`<a href="${inAttribute(link)}">Open in Telltale</a>`]),
    ...(runbook === ''
      ? []
      : [
          isAddress(runbook)
            ? `<a href="${inAttribute(runbook)}">Runbook</a>`
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
