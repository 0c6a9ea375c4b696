import type { ComponentProps } from 'react';
import { dialled } from '#shared/rules/person.ts';

/** A phone number, digits only, that can be called with a tap. */
export function PhoneLink({ number, children, ...rest }: { number: string } & ComponentProps<'a'>) {
  return (
    <a href={`tel:${dialled(number)}`} {...rest}>
      {children ?? number}
    </a>
  );
}
