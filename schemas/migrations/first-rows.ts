/** Rows that every installation starts with: the default role and profile, and the head of the empty audit chain. */
export const firstRows: readonly string[] = [
  `INSERT INTO role (label, is_default) VALUES ('Default', true)`,
  `INSERT INTO customer_profile (name, is_default) VALUES ('Standard', true)`,
  `INSERT INTO audit_head (id, seq, hash) VALUES (1, 0, repeat('0', 64))`,
];
