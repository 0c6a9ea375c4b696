import { useState } from 'react';
import { profileWith } from '#client/features/forms/profile-with.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Card } from '#client/ui/card.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { Switch } from '#client/ui/switch.tsx';
import { SelectField } from '#client/ui/text-field.tsx';
import { useFocusBack } from '#client/ui/use-focus-back.ts';
import { hoursBounds, type State, states } from '#shared/constants.ts';
import { addDays, noonOf } from '#shared/days.ts';
import type { OwnProfessional } from '#shared/professionals.ts';
import { formatShortDay } from '#shared/time.ts';
import styles from './hours.module.css';
import { useHoursChange } from './use-hours-change.ts';

const stateNames: Record<State, string> = {
  ACT: 'Australian Capital Territory',
  NSW: 'New South Wales',
  NT: 'Northern Territory',
  QLD: 'Queensland',
  SA: 'South Australia',
  TAS: 'Tasmania',
  VIC: 'Victoria',
  WA: 'Western Australia',
};

/** The state in which most clocks of a zone stand, to begin with. */
const stateOfZone: Record<string, State> = {
  'Australia/Sydney': 'NSW',
  'Australia/Brisbane': 'QLD',
  'Australia/Adelaide': 'SA',
  'Australia/Hobart': 'TAS',
  'Australia/Perth': 'WA',
  'Australia/Darwin': 'NT',
};

interface HolidaysSectionProps {
  profile: OwnProfessional;
  /** Names by date, of the chosen state. */
  holidays: ReadonlyMap<string, string>;
  today: string;
}

/** One switch closes all public holidays of a state, and the coming ones are shown. */
export function HolidaysSection({ profile, holidays, today }: HolidaysSectionProps) {
  const { client } = trpc.useUtils();
  const change = useHoursChange();
  const state = profile.closed_on_holidays_of;
  const [chosen, setChosen] = useState<State>(state ?? stateOfZone[profile.time_zone] ?? 'VIC');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  useFocusBack(isBusy);
  const coming = [...holidays].filter(([date]) => date >= today && date <= addDays(today, hoursBounds.daysAhead));

  async function send(next: State | null) {
    const latest = await client.professionals.profile.query();
    await client.professionals.updateMe.mutate(profileWith(latest, { closed_on_holidays_of: next }));
  }

  async function save(next: State | null) {
    setBusy(true);
    setFailure(undefined);
    await change(
      async () => {
        await send(next);
        return next ? `Closed on public holidays in ${stateNames[next]}.` : 'Open on public holidays.';
      },
      () => send(state),
      setFailure,
    );
    setBusy(false);
  }

  return (
    <section className={styles.part} aria-labelledby="holidays">
      <h2 id="holidays">Public holidays</h2>
      <Card>
        <Switch
          label="Closed on public holidays"
          hint="Days you set yourself keep their hours."
          checked={state !== null}
          disabled={isBusy}
          onChange={(event) => void save(event.target.checked ? chosen : null)}
        />
      </Card>
      <SelectField
        label="State"
        options={states.map((value) => ({ value, label: stateNames[value] }))}
        value={state ?? chosen}
        disabled={isBusy}
        onChange={(event) => {
          const next = states.find((one) => one === event.target.value);
          if (!next) return;
          setChosen(next);
          if (state !== null) void save(next);
        }}
      />
      <FormMessage>{failure}</FormMessage>
      {coming.length > 0 && (
        <details>
          <summary>The coming {coming.length}</summary>
          <ul className={styles.coming}>
            {coming.map(([date, name]) => (
              <li key={date}>
                <span className="figure">{formatShortDay(noonOf(date), 'UTC', noonOf(today))}</span> {name}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
