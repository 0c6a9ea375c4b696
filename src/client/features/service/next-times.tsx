import { useQuery } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { slotsOf } from '#client/features/booking/slots/slots.ts';
import { AskedSlots } from '#client/features/browse/asked-slots.tsx';
import { trpc } from '#client/lib/trpc.ts';
import { iso, zoneTitle } from '#shared/time.ts';
import styles from './next-times.module.css';

interface NextTimesProps {
  service: { id: string; name: string; professional: { id: string } };
}

/** The next three times for a service, each one press from its booking; asked by the browser, in room that is kept. */
export function NextTimes({ service: { id, name, professional } }: NextTimesProps) {
  const { client } = trpc.useUtils();
  const input = { id: professional.id, service_ids: [id] };
  const { data } = useQuery({
    queryKey: [...getQueryKey(trpc.availability.ofProfessional, input), 'next'],
    queryFn: async () => {
      const [windows, { time_zone }] = await Promise.all([
        client.availability.ofProfessional.query(input),
        client.professionals.byId.query({ id: professional.id }),
      ]);
      const slots = slotsOf(windows).slice(0, 3);
      return { zone: time_zone, slots: slots.map(({ start }) => ({ start_time: iso(start), service_id: id })) };
    },
    enabled: !import.meta.env.SSR,
    staleTime: 0,
    retry: false,
  });
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
          <AskedSlots slots={data.slots} professionalId={professional.id} zone={data.zone} name={name} />
        </section>
      )}
      {data?.slots.length === 0 && <p className="soft">No free times in the next 60 days.</p>}
    </div>
  );
}
