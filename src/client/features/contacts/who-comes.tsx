import { useDeferredValue } from 'react';
import { trpc } from '#client/lib/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { dot } from '#client/ui/dot.ts';
import { Fieldset } from '#client/ui/fieldset.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { lengths } from '#shared/constants.ts';
import type { Contact } from '#shared/contacts.ts';
import { counted } from '#shared/counted.ts';
import styles from './contacts.module.css';

/** Somebody new as typed, or one of the contacts. */
export interface Who {
  name: string;
  phone_number: string;
  email: string;
  contact_id?: string;
  is_blocked?: boolean;
}

/** How many who were found, or here lately, can be tapped. */
const most = 5;

interface WhoComesProps {
  who: Who;
  /** `changed` are the fields with another value. */
  onChange: (who: Who, ...changed: (keyof Who)[]) => void;
  problems: Record<string, string>;
  /** Whether no name is needed. */
  isNameless: boolean;
}

/** The latest stand there to be tapped, and typing a name or a number finds others; else it is a guest. */
export function WhoComes({ who, onChange, problems, isNameless }: WhoComesProps) {
  const text = useDeferredValue((who.name || who.phone_number).trim());
  const isKnown = who.contact_id !== undefined;
  const { data: found = [] } = trpc.contacts.list.useQuery(
    { search: text || undefined, limit: most },
    { enabled: text.length !== 1 && !isKnown, staleTime: 30_000 },
  );
  const change = (part: Partial<Who>) => onChange({ ...who, ...part }, ...(Object.keys(part) as (keyof Who)[]));

  if (isKnown) {
    return (
      <Fieldset legend="Who">
        <p className={styles.chosen}>
          <bdi className="figure">{who.name}</bdi>
          <Button look="quiet" onClick={() => onChange({ name: '', phone_number: '', email: '' })}>
            Change client
          </Button>
        </p>
        {who.is_blocked && (
          <p className="soft">You've blocked them from booking online. You can still add them here.</p>
        )}
      </Fieldset>
    );
  }
  return (
    <Fieldset legend="Who">
      <TextField
        label="Name"
        hint={isNameless ? 'Leave blank for a walk-in.' : undefined}
        autoComplete="off"
        maxLength={lengths.name.max}
        value={who.name}
        error={problems.name ?? problems.guest}
        onChange={(event) => change({ name: event.target.value })}
      />
      <TextField
        label="Phone number (optional)"
        type="tel"
        inputMode="tel"
        autoComplete="off"
        value={who.phone_number}
        error={problems.phone_number}
        onChange={(event) => change({ phone_number: event.target.value })}
      />
      {found.length > 0 && text.length !== 1 && (
        <ul className={styles.suggestions} aria-label="Known clients">
          {found.map((contact) => (
            <li key={contact.id}>
              <button
                type="button"
                className={styles.suggestion}
                onClick={() => onChange(known(contact), 'name', 'phone_number', 'email')}
              >
                <bdi className="figure">{contact.name}</bdi>
                <span className="soft">
                  {[contact.phone_number, counted(contact.visits, 'visit')].filter(Boolean).join(dot)}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <TextField
        label="Email (optional)"
        hint="We'll email them the details."
        type="email"
        autoComplete="off"
        maxLength={lengths.email.max}
        value={who.email}
        error={problems.email}
        onChange={(event) => change({ email: event.target.value })}
      />
    </Fieldset>
  );
}

export function known({ id, name, phone_number, email, blocked }: Contact): Who {
  return { contact_id: id, is_blocked: blocked, name, phone_number: phone_number ?? '', email: email ?? '' };
}
