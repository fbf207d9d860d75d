/** The type of a port, as `TenGigabitEthernet` before its number; its first two letters are how engineers abbreviate it. */
export const PORT_TYPE = /\b(?<kept>[A-Z][A-Za-z])(?<omitted>[A-Za-z-]*(?:thernet|GigE))(?=\d)/u;

/** The name of an element with the type of its port as engineers abbreviate it: `r1 · Te0/0/4`. */
export const withShortPort = (name: string): string => name.replace(PORT_TYPE, '$<kept>');
