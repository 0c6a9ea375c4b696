import { TextField } from '#client/ui/text-field.tsx';
import { lengths } from '#shared/constants.ts';
import { phoneDigits } from '#shared/rules/person.ts';

/** A guest as typed. */
export interface GuestEntry {
  name: string;
  phone_number: string;
  email: string;
}

export function guestOf({ name, phone_number, email }: GuestEntry) {
  return { name, phone_number: phoneDigits(phone_number) || null, email: email.trim() || null };
}

interface GuestFieldsProps {
  entry: GuestEntry;
  onChange: (field: keyof GuestEntry, value: string) => void;
  problems: Record<string, string>;
}

export function GuestFields({ entry, onChange, problems }: GuestFieldsProps) {
  return (
    <>
      <TextField
        label="Name"
        autoComplete="off"
        maxLength={lengths.name.max}
        value={entry.name}
        error={problems.name}
        onChange={(event) => onChange('name', event.target.value)}
      />
      <TextField
        label="Phone number"
        type="tel"
        inputMode="tel"
        autoComplete="off"
        value={entry.phone_number}
        error={problems.phone_number}
        onChange={(event) => onChange('phone_number', event.target.value)}
      />
      <TextField
        label="Email"
        type="email"
        autoComplete="off"
        maxLength={lengths.email.max}
        value={entry.email}
        error={problems.email}
        onChange={(event) => onChange('email', event.target.value)}
      />
    </>
  );
}
