/**
 * A time of the clock as people type it, `9:40 am`, `9.40pm`, `14:05` or `3 pm`, as `HH:MM`; undefined for anything
 * else, and for an hour alone, which may be the beginning of one.
 */
export function clockTyped(text: string): string | undefined {
  const match = /^(\d{1,2})(?:[:.](\d\d))?\s*(?:([ap])\.?m\.?)?$/i.exec(text.trim());
  const [, hours, minutes, half] = match ?? [];
  if (hours === undefined || (minutes === undefined && half === undefined)) return undefined;
  const [hour, minute] = [Number(hours), Number(minutes ?? 0)];
  if (minute > 59 || hour > 23 || (half && (hour < 1 || hour > 12))) return undefined;
  const shift = half ? (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : hour;
  return `${String(shift).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}
