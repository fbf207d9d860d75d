import { Link } from '@tanstack/react-router';
import { messageParts } from '#schemas/settings/announcement/message-links.ts';
import { parseSearch } from '#web/lib/search-params.ts';

/** The message of an announcement, with its links to pages of the console. */
export const AnnouncedMessage = ({ message }: { readonly message: string }) =>
  messageParts(message).map((part, place) =>
    'path' in part ? (
      // oxlint-disable-next-line react/no-array-index-key -- the parts have no other identity
      <Link key={place} to={part.path as '/alert'} search={parseSearch(part.query) as never}>
        {part.text}
      </Link>
    ) : (
      part.text
    ),
  );
