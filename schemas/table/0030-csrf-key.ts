/** The key of CSRF tokens stood in plain text, and may have been read: the next server makes another, and seals it. */
export const csrfKeyAnew: readonly string[] = [`DELETE FROM setting WHERE name = 'csrf-key'`];
