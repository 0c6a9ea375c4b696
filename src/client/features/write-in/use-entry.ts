import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { linesOf, visitOfLines } from '#client/features/booking/choose/lines.ts';
import type { Rhythm } from '#client/features/booking/series/date-plan.tsx';
import { known, type Who } from '#client/features/contacts/who-comes.tsx';
import { useUnsavedState } from '#client/features/forms/use-unsaved.ts';
import type { Contact } from '#shared/contacts.ts';
import { totalMinutes } from '#shared/rules/lines.ts';
import { phoneDigits } from '#shared/rules/person.ts';
import type { Service } from '#shared/services.ts';

const nobody: Who = { name: '', phone_number: '', email: '' };
/** Whom a visit that begins now is for, where no name was typed. */
const nameless = 'Walk-in';

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
  const [options, setOptions] = useUnsavedState<readonly string[]>(kept('options'), query.getAll('option'));
  const given = Date.parse(query.get('start') ?? '');
  const [chosenWhen, setWhen] = useUnsavedState<'now' | 'later' | undefined>(kept('when'), undefined);
  const [at, setAt] = useUnsavedState(kept('start'), Number.isFinite(given) ? given : undefined);
  const everyWeeks = Number(query.get('repeat'));
  const [repeats, setRepeats] = useState<'once' | 'repeat'>(everyWeeks > 0 ? 'repeat' : 'once');
  const [rhythm, setRhythm] = useState<Rhythm>({
    everyWeeks: everyWeeks >= 1 && everyWeeks <= 12 ? everyWeeks : 5,
    count: 6,
  });
  const [starts, setStarts] = useState<string[]>([]);
  const [who, setWho] = useUnsavedState<Who>(kept('who'), person ? known(person) : nobody);
  // Whoever is known has called, until it is said that they are there.
  const when = chosenWhen ?? (Number.isFinite(given) || who.contact_id !== undefined ? 'later' : 'now');
  const [notes, setNotes] = useUnsavedState(kept('notes'), '');
  const [address, setAddress] = useUnsavedState(kept('address'), '');
  const [price, setPrice] = useUnsavedState(kept('price'), '');
  const [deposit, setDeposit] = useUnsavedState(kept('deposit'), '');
  // In the order chosen.
  const visit = linesOf(services, { serviceIds: chosen, optionIds: options });
  const isWhole = visit.length > 0 && visit.every((line) => line.isWhole);
  return {
    ...{
      chosen,
      setChosen,
      options,
      setOptions,
      visit,
      isWhole,
      asked: visitOfLines(visit),
      minutes: totalMinutes(visit),
    },
    ...{ when, setWhen, at, setAt, repeats, setRepeats, rhythm, setRhythm, starts, setStarts },
    isSeries: when === 'later' && repeats === 'repeat' && at !== undefined && isWhole,
    ...{ who, setWho, notes, setNotes, price, setPrice, deposit, setDeposit, address, setAddress },
  };
}

/** An entry as it is sent, without its times. */
export function sentOf({ asked, notes, price, deposit, who, address, when }: Entry) {
  return {
    ...asked,
    notes: notes.trim() || null,
    visit_address: address.trim() || null,
    ...(price.trim() === '' ? {} : { total_price: Number(price) }),
    ...(when === 'later' && deposit.trim() !== '' ? { deposit: Number(deposit) } : {}),
    ...(who.contact_id === undefined
      ? {
          guest: {
            name: who.name.trim() || (when === 'now' ? nameless : ''),
            phone_number: phoneDigits(who.phone_number) || null,
            email: who.email.trim() || null,
          },
        }
      : { contact_id: who.contact_id }),
  };
}
