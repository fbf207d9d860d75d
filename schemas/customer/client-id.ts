/** Name by which other systems know a customer: it stands in addresses, file names and commands, and never changes. */
export const clientIdPattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/;
