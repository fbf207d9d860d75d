/** The text as it looks (`schemas/text/line.ts`, `evenText`). */
const even = (name: string): string =>
  `btrim(regexp_replace(regexp_replace(normalize(${name}, NFC), '[\\u200B\\u2060\\uFEFF]', '', 'g'), '[ \\u00A0\\u1680\\u2000-\\u200A\\u202F\\u205F\\u3000]+', ' ', 'g'))`;

/** Names of people's sites, devices and customers. Two that look equal stay as they are: a person decides which of them remains. */
export const evenNames: readonly string[] = [
  `UPDATE network_element AS element SET name = named.clean
    FROM (
      SELECT id, name, ${even('name')} AS clean, count(*) OVER (
        PARTITION BY customer_id, kind, coalesce(parent_id, 0), lower(${even('name')})
      ) AS equals
      FROM network_element WHERE kind IN ('site', 'device')
    ) AS named
    WHERE named.id = element.id AND named.equals = 1 AND named.clean NOT IN ('', named.name)`,
  `UPDATE customer SET name = ${even('name')} WHERE ${even('name')} NOT IN ('', name)`,
];
