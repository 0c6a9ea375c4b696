import { z } from 'zod';
import { lengths } from './constants.ts';
import { placeFacts, placeKinds } from './rules/place.ts';
import { oneLine, optionalTrimmed } from './wire.ts';

const kind = z.enum(placeKinds);
const facts = z.array(z.enum(placeFacts));

/** Where somebody is, as it is typed on an envelope. */
export const address = oneLine(lengths.address, 'Enter an address of 5 to 200 characters, on one line');

/** Where a professional works, whole; a call that names it replaces all of it (contract 28). */
export const placeInput = z
  .object({
    kind,
    address: address.nullish().transform((given) => given ?? null),
    access_note: optionalTrimmed(lengths.accessNote.max),
    public: z.boolean().default(false),
    facts: facts
      .max(placeFacts.length)
      .refine((given) => new Set(given).size === given.length, 'Choose each once')
      .transform((given) => placeFacts.filter((fact) => given.includes(fact)))
      .default([]),
  })
  .superRefine(({ kind, address, access_note, public: isPublic }, check) => {
    const fault = (path: string, message: string) => check.addIssue({ code: 'custom', path: [path], message });
    if (kind !== 'mobile' && address === null) fault('address', 'Enter the address');
    if (kind === 'mobile' && address !== null) fault('address', 'Somebody mobile has no address');
    if (kind === 'mobile' && access_note !== null) fault('access_note', 'Somebody mobile has no address');
    if (kind !== 'salon' && isPublic) fault('public', "Only a salon's address can be public");
  });

const shown = { kind, address: z.string().nullable() };
export const ownPlace = z.object({ ...shown, access_note: z.string().nullable(), public: z.boolean(), facts });
export const publicPlace = z.object({ ...shown, facts });
export const bookedPlace = z.object({ ...shown, access_note: z.string().nullable() });
