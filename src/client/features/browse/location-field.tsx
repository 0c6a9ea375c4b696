import { TextField } from '#client/ui/text-field.tsx';
import { lengths } from '#shared/constants.ts';

/** The location that a browse screen filters by, as it is typed. */
export function LocationField({ value, onType }: { value: string; onType: (location: string) => void }) {
  return (
    <TextField
      label="Location"
      labelHidden
      name="location"
      placeholder="Suburb or city"
      maxLength={lengths.location.max}
      enterKeyHint="search"
      value={value}
      onChange={(event) => onType(event.target.value)}
    />
  );
}
