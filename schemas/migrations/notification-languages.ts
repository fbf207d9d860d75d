/** The language of notifications: of their targets, and of users by the addresses of their accounts. */
export const notificationLanguages: readonly string[] = [
  `ALTER TABLE webhook ADD COLUMN language text NOT NULL DEFAULT 'en'`,
  `ALTER TABLE webhook ADD CHECK (language IN ('en', 'fr'))`,
  `ALTER TABLE alarm_mail ADD COLUMN language text NOT NULL DEFAULT 'en'`,
  `ALTER TABLE alarm_mail ADD CHECK (language IN ('en', 'fr'))`,
  // Runs with the rights of its owner: processes that send mails must not read accounts.
  `CREATE FUNCTION languages_of_addresses(addresses text[]) RETURNS TABLE (address text, language text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
  SELECT DISTINCT ON (lower(account.email)) lower(account.email), account.language
  FROM account
  WHERE account.email <> '' AND lower(account.email) = ANY(addresses) AND account.language IN ('en', 'fr')
  ORDER BY lower(account.email), account.id
$$`,
];
