import { formatMinutes } from '#shared/duration.ts';

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
