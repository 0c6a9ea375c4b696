import { useState } from 'react';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { addDays } from '#shared/days.ts';
import { pagePath } from '#shared/pages.ts';
import type { OwnProfessional } from '#shared/professionals.ts';
import { dayKey, fromLocalInput } from '#shared/time.ts';
import { CalendarTimeSheet } from './calendar-time-sheet.tsx';
import styles from './hours.module.css';

/** Ways to times that no rule gives: extra time of a day, and single windows. */
export function BesideHours({ profile, now }: { profile: OwnProfessional; now: number }) {
  const [isOpen, setOpen] = useState(false);
  const zone = profile.time_zone;
  const start = fromLocalInput(`${addDays(dayKey(now, zone), 1)}T09:00`, zone) ?? now;
  return (
    <section className={styles.part} aria-labelledby="beside-hours">
      <h2 id="beside-hours">Extra hours</h2>
      <p className="soft">Open longer on one day only.</p>
      <div className={styles.quick}>
        <Button look="secondary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          Extra time
        </Button>
        <ButtonLink look="quiet" to={pagePath('setAvailability')}>
          Add extra hours
        </ButtonLink>
      </div>
      {isOpen && <CalendarTimeSheet profile={profile} start={start} onlyExtra close={() => setOpen(false)} />}
    </section>
  );
}
