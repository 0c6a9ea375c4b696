import { MINUTE } from './constants.ts';
import { counted } from './counted.ts';

/** `45 minutes`, `240 minutes (4 h)`: from an hour on also in hours (contract 6). */
export function formatMinutes(minutes: number): string {
  return withHours(counted(minutes, 'minute'), minutes);
}

/** `45 mins`, `240 mins (4 h)`, where the specification has it. */
export function formatMins(minutes: number): string {
  return withHours(`${minutes} mins`, minutes);
}

function withHours(text: string, minutes: number) {
  return minutes < 60 ? text : `${text} (${formatHours(minutes)})`;
}

/** `45 min`, `2 h`, `2 h 30 min`. */
export function formatHours(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}

/** The end of a visit of so many minutes, epoch milliseconds. */
export function finishTime(start: number, minutes: number): number {
  return start + minutes * MINUTE;
}
