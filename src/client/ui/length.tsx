import { formatMinutes } from '#shared/duration.ts';
import { WholeTimes } from './whole-times.tsx';

/** A length, which breaks nowhere but before its hours in brackets. */
export function Length({ minutes, format = formatMinutes }: { minutes: number; format?: (minutes: number) => string }) {
  return <WholeTimes text={format(minutes)} />;
}
