/** Theme and way of writing dates go with the account, as its language does. */
export const preferences: readonly string[] = [
  `ALTER TABLE account ADD COLUMN theme text CHECK (theme IN ('system', 'dark', 'light'))`,
  `ALTER TABLE account ADD COLUMN dates text CHECK (dates IN ('en', 'en-GB', 'fr'))`,
];
