/** Fields in the words of the API: the time of a response, and the addresses that a discovery has queried. */
export const fieldWords: readonly string[] = [
  'ALTER TABLE sdwan_server RENAME COLUMN answer_ms TO response_ms',
  `UPDATE discovery_run SET progress = progress - 'asked' || jsonb_build_object('queried', progress -> 'asked') WHERE progress ? 'asked'`,
];
