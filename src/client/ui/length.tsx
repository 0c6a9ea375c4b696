import { formatMinutes } from '#shared/duration.ts';

/** A length, which breaks nowhere but before its hours in brackets. */
export function Length({ minutes, format = formatMinutes }: { minutes: number; format?: (minutes: number) => string }) {
  const [before = '', hours] = format(minutes).split(' (');
  return (
    <>
      <span className="unbroken">{before}</span>
      {hours !== undefined && (
        <>
          {' '}
          <span className="unbroken">({hours}</span>
        </>
      )}
    </>
  );
}
