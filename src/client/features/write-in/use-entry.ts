import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Rhythm } from '#client/features/booking/series/date-plan.tsx';
import { known, type Who } from '#client/features/contacts/who-comes.tsx';
import { useUnsavedState } from '#client/features/forms/use-unsaved.ts';
import type { Contact } from '#shared/contacts.ts';
import { totalMinutes } from '#shared/rules/lines.ts';
import { phoneDigits } from '#shared/rules/person.ts';
import type { Service } from '#shared/services.ts';

const nobody: Who = { name: '', phone_number: '', email: '' };

export type Entry = ReturnType<typeof useEntry>;

/** What is chosen and typed: what comes, when, and who. It begins with what the address says. */
export function useEntry(services: readonly Service[], person: Contact | undefined) {
  const [query] = useSearchParams();
  // What is typed for somebody, or for a time of the calendar, is nothing for others.
  const kept = (name: string) => `${name} ${query}`;
  const [chosen, setChosen] = useUnsavedState(
    kept('services'),
    query.getAll('service').filter((id) => services.some((one) => one.id === id)),
  );
  const given = Date.parse(query.get('start') ?? '');
  const [when, setWhen] = useUnsavedState<'now' | 'later'>(
    kept('when'),
    Number.isFinite(given) || person ? 'later' : 'now',
  );
  const [at, setAt] = useUnsavedState(kept('start'), Number.isFinite(given) ? given : undefined);
  const asked = Number(query.get('repeat'));
  const [repeats, setRepeats] = useState<'once' | 'repeat'>(asked > 0 ? 'repeat' : 'once');
  const [rhythm, setRhythm] = useState<Rhythm>({ everyWeeks: asked >= 1 && asked <= 12 ? asked : 5, count: 6 });
  const [starts, setStarts] = useState<string[]>([]);
  const [who, setWho] = useUnsavedState<Who>(kept('who'), person ? known(person) : nobody);
  const [notes, setNotes] = useUnsavedState(kept('notes'), '');
  const [address, setAddress] = useUnsavedState(kept('address'), '');
  const [price, setPrice] = useUnsavedState(kept('price'), '');
  // In the order chosen.
  const visit = chosen.flatMap((id) => services.find((one) => one.id === id) ?? []);
  return {
    ...{ chosen, setChosen, visit, minutes: totalMinutes(visit) },
    ...{ when, setWhen, at, setAt, repeats, setRepeats, rhythm, setRhythm, starts, setStarts },
    isSeries: when === 'later' && repeats === 'repeat' && at !== undefined && visit.length > 0,
    ...{ who, setWho, notes, setNotes, price, setPrice, address, setAddress },
  };
}

/** An entry as it is sent, without its times. */
export function sentOf({ chosen, notes, price, who, address }: Entry) {
  return {
    service_ids: chosen,
    notes: notes.trim() || null,
    visit_address: address.trim() || null,
    ...(price.trim() === '' ? {} : { total_price: Number(price) }),
    ...(who.contact_id === undefined
      ? {
          guest: {
            name: who.name,
            phone_number: phoneDigits(who.phone_number) || null,
            email: who.email.trim() || null,
          },
        }
      : { contact_id: who.contact_id }),
  };
}
