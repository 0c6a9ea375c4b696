import { formatHours, formatMinutes } from '#shared/duration.ts';

/** A length, whose hours in brackets stay on one line. */
export function Length({ minutes, format = formatMinutes }: { minutes: number; format?: (minutes: number) => string }) {
  const [before = '', hours] = format(minutes).split(' (');
  return (
    <>
      {before}
      {hours !== undefined && (
        <>
          {' '}
          <span className="unbroken">({hours}</span>
        </>
      )}
    </>
  );
}

/** `150 minutes (2 h 30 min)`, of which a phone shows the hours alone. */
export function ShortLength({ minutes }: { minutes: number }) {
  const hours = formatHours(minutes);
  const [before = '', after] = formatMinutes(minutes).split(hours);
  if (after === undefined) return before;
  return (
    <>
      <span className="unseen-on-phone">{before}</span>
      {hours}
      <span className="unseen-on-phone">{after}</span>
    </>
  );
}
