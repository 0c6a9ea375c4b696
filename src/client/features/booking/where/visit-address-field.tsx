import type { ComponentProps } from 'react';
import { TextField } from '#client/ui/text-field.tsx';
import { lengths } from '#shared/constants.ts';

/** Where somebody mobile comes to, as it is typed. */
export function VisitAddressField({
  onType,
  ...field
}: Pick<ComponentProps<typeof TextField>, 'label' | 'hint' | 'error' | 'required'> & {
  value: string;
  onType: (address: string) => void;
}) {
  return (
    <TextField
      {...field}
      autoComplete="street-address"
      minLength={lengths.address.min}
      maxLength={lengths.address.max}
      onChange={({ target }) => onType(target.value)}
    />
  );
}
