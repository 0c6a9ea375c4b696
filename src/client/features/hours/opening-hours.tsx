import { Detail } from '#client/ui/detail-list.tsx';
import { WholeTimes } from '#client/ui/whole-times.tsx';
import type { Profile } from '#shared/professionals.ts';
import { openingHoursLines } from './hours-text.ts';

/** The hours of this week in a profile's list of details; nothing for who has no weekly hours. */
export function OpeningHours({ hours }: { hours: Profile['opening_hours'] }) {
  if (hours.length === 0) return null;
  return (
    <Detail name="Hours">
      <WholeTimes text={openingHoursLines(hours).join('\n')} />
    </Detail>
  );
}
