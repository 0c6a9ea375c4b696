import { useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { SelectField, TextField } from '#client/ui/text-field.tsx';
import { hairBounds } from '#shared/constants.ts';
import type { Hair } from '#shared/hair.ts';
import { hairEvents } from '#shared/rules/hair.ts';
import styles from './hair.module.css';
import { eventWords, monthWords } from './words.ts';

type Event = Hair['events'][number];
const blank = { kind: '', month: '', note: '' };
const isMonth = (text: string) => /^\d{4}-(0[1-9]|1[0-2])$/.test(text);

/** What was done to somebody's hair, newest first; each is saved as it is added or removed. */
export function EventsField({ events, save }: { events: Event[]; save: (events: Event[]) => Promise<boolean> }) {
  const [typed, setTyped] = useState(blank);
  const [problem, setProblem] = useState<string>();

  async function add() {
    const { month, note } = typed;
    const kind = hairEvents.find((one) => one === typed.kind) ?? null;
    if (kind === null && note.trim() === '') return setProblem('Choose what was done, or write it.');
    if (month !== '' && !isMonth(month)) return setProblem('Write the month like 2026-03, or leave it out.');
    setProblem(undefined);
    if (await save([{ kind, month: month || null, note: note.trim() || null }, ...events])) setTyped(blank);
    return undefined;
  }

  return (
    <>
      {events.length > 0 && (
        <Card rows>
          {events.map((event, at) => {
            const name = event.kind ? eventWords[event.kind] : 'Something';
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: two may be alike
              <div key={at} className={styles.row}>
                <p>
                  <strong>{name}</strong>
                  {event.month && `, ${monthWords(event.month)}`}
                  {event.note && <span className="soft"> {event.note}</span>}
                </p>
                <Button look="quiet" onClick={() => void save(events.filter((_, other) => other !== at))}>
                  Remove<span className="visually-hidden"> {name}</span>
                </Button>
              </div>
            );
          })}
        </Card>
      )}
      {events.length < hairBounds.events && (
        <div className={styles.question}>
          <div className={styles.pair}>
            <SelectField
              label="What"
              emptyLabel="Not sure"
              value={typed.kind}
              options={hairEvents.map((value) => ({ value, label: eventWords[value] }))}
              onChange={({ target: { value } }) => setTyped({ ...typed, kind: value })}
            />
            <TextField
              label="Month, if you know"
              type="month"
              min="1900-01"
              placeholder="2026-03"
              value={typed.month}
              onChange={({ target: { value } }) => setTyped({ ...typed, month: value })}
            />
          </div>
          <TextField
            label="Note (optional)"
            maxLength={hairBounds.eventNote}
            value={typed.note}
            onChange={({ target: { value } }) => setTyped({ ...typed, note: value })}
          />
          <FormMessage>{problem}</FormMessage>
          <div className={styles.actions}>
            <Button look="secondary" onClick={() => void add()}>
              Add
            </Button>
          </div>
        </div>
      )}
    </>
  );
}
