import { encode } from 'uqr';

/** A QR code as one path, dark on light in every theme: phones do not read the opposite. */
export function QrCode({ value, label }: { readonly value: string; readonly label: string }) {
  const { data, size } = encode(value, { border: 2 });
  const path = data
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${String(x)} ${String(y)}h1v1h-1z`] : [])))
    .join('');
  return (
    <svg className="tt-qr" viewBox={`0 0 ${String(size)} ${String(size)}`} role="img" aria-label={label}>
      <path d={path} />
    </svg>
  );
}
