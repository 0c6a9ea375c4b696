import type { ComponentProps } from 'react';

/** From so many digits on, a number without a leading zero begins with its country's code, whose `+` is not stored. */
const international = 11;

/** A phone number, digits only, that can be called with a tap. */
export function PhoneLink({ number, children, ...rest }: { number: string } & ComponentProps<'a'>) {
  const isInternational = number.length >= international && !number.startsWith('0');
  return (
    <a href={`tel:${isInternational ? '+' : ''}${number}`} {...rest}>
      {children ?? number}
    </a>
  );
}
