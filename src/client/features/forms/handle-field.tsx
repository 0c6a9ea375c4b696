import type { ComponentProps } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import { errorText, statusOf } from '#client/lib/errors.ts';
import { TextField } from '#client/ui/text-field.tsx';
import { handleBounds } from '#shared/constants.ts';
import type { OwnProfessional, ProfessionalInput } from '#shared/professionals.ts';
import { professionalPath } from '#shared/public-addresses.ts';
import { handlePath } from '#shared/rules/handle.ts';
import { handleOf, type ProfileEntry } from './profile-entry.ts';

interface HandleFieldProps extends Omit<ComponentProps<typeof TextField>, 'label' | 'hint'> {
  profile: OwnProfessional;
  control: Control<ProfileEntry, unknown, ProfessionalInput>;
}

/** The last part of the professional's own link, with what it will look like. */
export function HandleField({ profile, control, ...field }: HandleFieldProps) {
  const handle = handleOf(useWatch({ control, name: 'handle' }));
  const { host } = window.location;
  return (
    <TextField
      {...field}
      label="Your booking link"
      hint={
        <>
          Your page will be at{' '}
          <strong style={{ overflowWrap: 'anywhere' }}>
            {host}
            {handle === '' ? professionalPath(profile) : handlePath(handle)}
          </strong>
          . 3 to 30 letters a to z, digits and hyphens. Your old link keeps working.
        </>
      }
      maxLength={handleBounds.max}
      autoCapitalize="none"
      autoComplete="off"
      spellCheck={false}
    />
  );
}

/** Why the server did not give a handle; undefined where it refused something else. */
export function handleRefusal(error: unknown): string | undefined {
  const text = errorText(error, '');
  const isOfHandle = statusOf(error) === 409 ? text === 'That address is taken.' : text.startsWith('Too many changes.');
  return isOfHandle ? text : undefined;
}
