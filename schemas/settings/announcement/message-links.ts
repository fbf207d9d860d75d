/** A part of a message: text, or a link to a page of the console. */
export type MessagePart =
  | { readonly text: string }
  | { readonly text: string; readonly path: string; readonly query: string };

/** A label in brackets and an address of the console in parentheses; addresses of other sites stay text. */
const LINK = /\[([^[\]\n]{1,200})\]\((\/(?![/\\])[^\s()?#\\]*)(?:\?([^\s()#\\]*))?\)/g;

/** The parts of a message in order: `See [alarms](/alert?customer=3).` has a link. */
export function messageParts(message: string): readonly MessagePart[] {
  const parts: MessagePart[] = [];
  let end = 0;
  for (const { 0: full, 1: text = '', 2: path = '', 3: query = '', index } of message.matchAll(LINK)) {
    if (index > end) parts.push({ text: message.slice(end, index) });
    parts.push({ text, path, query });
    end = index + full.length;
  }
  if (end < message.length) parts.push({ text: message.slice(end) });
  return parts;
}

/** The message without its addresses, for those who are not signed in. */
export const messageWithoutLinks = (message: string): string =>
  messageParts(message)
    .map(({ text }) => text)
    .join('');
