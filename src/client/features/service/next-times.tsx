import { type ChosenLine, visitOfLines } from '#client/features/booking/choose/lines.ts';
import { AskedSlots } from '#client/features/browse/asked-slots.tsx';
import { zoneTitle } from '#shared/time.ts';
import styles from './next-times.module.css';
import { useNextSlots } from './use-next-slots.ts';

interface NextTimesProps {
  line: ChosenLine;
}

/** The next three times for a service, each one press from its booking; asked by the browser, in room that is kept. */
export function NextTimes({ line }: NextTimesProps) {
  const { name, professional, isWhole } = line;
  const visit = visitOfLines([line]);
  const { data } = useNextSlots(professional.id, visit, isWhole);
  return (
    <div className={styles.next}>
      {data && data.slots.length > 0 && (
        <section aria-labelledby="next-times">
          <div className={styles.head}>
            <h2 id="next-times" className={styles.title}>
              Next times
            </h2>
            <p className="soft">{zoneTitle(data.zone)}</p>
          </div>
          <AskedSlots
            slots={data.slots}
            optionIds={visit.option_ids}
            professionalId={professional.id}
            zone={data.zone}
            name={name}
          />
        </section>
      )}
      {data?.slots.length === 0 && <p className="soft">No free times in the next 60 days.</p>}
    </div>
  );
}
