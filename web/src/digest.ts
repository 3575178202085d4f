const POLYNOMIAL = 0xedb88320;

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ POLYNOMIAL : sum >>> 1;
  return sum;
});

/** CRC-32 of a value's JSON, keys sorted, no blanks, as 8 hex digits: what the server sends. */
export function digest(value: unknown): string {
  let sum = 0xffffffff;
  for (const byte of new TextEncoder().encode(canonical(value))) {
    sum = TABLE[(sum ^ byte) & 0xff]! ^ (sum >>> 8);
  }
  return ((sum ^ 0xffffffff) >>> 0).toString(16).padStart(8, '0');
}

/** Written out by hand: an object in between would put keys such as `10` before all others. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`);
  return `{${members.join(',')}}`;
}
