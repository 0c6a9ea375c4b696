import type { ComponentProps } from 'react';
import { Field, type FieldProps } from '#client/ui/field.tsx';

/** Listed first, as most professionals are in Australia; the browser supplies the others. */
const australian = [
  'Australia/Melbourne',
  'Australia/Sydney',
  'Australia/Brisbane',
  'Australia/Adelaide',
  'Australia/Perth',
  'Australia/Hobart',
  'Australia/Darwin',
  'Australia/Broken_Hill',
  'Australia/Lord_Howe',
  'Australia/Eucla',
];

function others(own: string) {
  const known = new Set(Intl.supportedValuesOf('timeZone'));
  for (const zone of australian) known.delete(zone);
  if (!australian.includes(own)) known.add(own);
  return [...known].sort();
}

interface TimeZoneFieldProps extends Omit<FieldProps, 'label'>, ComponentProps<'select'> {
  /** The current zone, listed even if the browser does not know it. */
  own: string;
}

export function TimeZoneField({ own, error, ...select }: TimeZoneFieldProps) {
  return (
    <Field label="Time Zone" hint="Your availability and bookings are in this zone." error={error}>
      {(wiring) => (
        <select {...select} {...wiring}>
          <optgroup label="Australia">
            {australian.map((zone) => (
              <option key={zone}>{zone}</option>
            ))}
          </optgroup>
          <optgroup label="Elsewhere">
            {others(own).map((zone) => (
              <option key={zone}>{zone}</option>
            ))}
          </optgroup>
        </select>
      )}
    </Field>
  );
}
