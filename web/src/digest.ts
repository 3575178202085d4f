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

function canonical(value: unknown): string {
    return JSON.stringify(value, (_, inner: unknown) =>
        isRecord(inner) ? sortedKeys(inner) : inner,
    );
}

function isRecord(value: unknown): value is Record<string, unknown> {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sortedKeys(record: Record<string, unknown>): Record<string, unknown> {
    return Object.fromEntries(
        Object.keys(record)
            .sort()
            .map((key) => [key, record[key]]),
    );
}
