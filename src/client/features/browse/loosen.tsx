import type { ReactNode } from 'react';
import { lookOfProfessional, lookOfService } from '#client/features/pictures/ornaments.tsx';
import { askForFocus } from '#client/lib/focus.ts';
import { trpc } from '#client/lib/trpc.ts';
import { useViewerZone } from '#client/lib/viewer-zone.ts';
import { Button } from '#client/ui/button.tsx';
import { CardGrid } from '#client/ui/card.tsx';
import { DAY, defaultTimeZone, searchRadiusKm, slotRange } from '#shared/constants.ts';
import { counted } from '#shared/counted.ts';
import { pairTurns } from '#shared/ornament-patterns.ts';
import { distanceText } from './distance.ts';
import { chipsOf } from './filter-chips.tsx';
import styles from './loosen.module.css';
import { ProfessionalCard } from './professional-card.tsx';
import { ServiceCard } from './service-card.tsx';
import { type Filters, inputOf, type Kind, noPoint } from './use-filters.ts';

interface LoosenProps {
  kind: Kind;
  filters: Filters;
  change: (next: Partial<Filters>) => void;
}

const thing = { services: 'service', professionals: 'professional' };
/** How many are offered in place of none. */
const offered = 3;
const options = { retry: false };

/** After an empty result: without which filter there are some, and the nearest that exist. */
export function Loosen({ kind, filters, change }: LoosenProps) {
  const zone = useViewerZone() ?? defaultTimeZone;
  return (
    <>
      <ul className={styles.choices} aria-label="Search more widely">
        {chipsOf(filters, zone).map(([text, without, , loose]) => (
          <Without key={text} kind={kind} filters={filters} change={change} text={loose} without={without} />
        ))}
      </ul>
      <Elsewhere kind={kind} filters={filters} shown={[]} />
    </>
  );
}

/** How many there are without one of the filters; nothing where that does not help. */
function Without({ kind, filters, change, text, without }: LoosenProps & { text: string; without: Partial<Filters> }) {
  const input = { ...inputOf({ ...filters, ...without, sort: '' }), limit: 1 };
  const services = trpc.services.list.useQuery(input, { ...options, enabled: kind === 'services' });
  const people = trpc.professionals.list.useQuery(input, { ...options, enabled: kind === 'professionals' });
  const total = (kind === 'services' ? services : people).data?.total ?? 0;
  if (total === 0) return null;

  /** The focus goes on before the button vanishes. */
  function leaveOut() {
    askForFocus(document.querySelector('h1'));
    change(without);
  }
  return (
    <li>
      <Button look="secondary" onClick={leaveOut}>
        {text}: {counted(total, thing[kind])}
      </Button>
    </li>
  );
}

interface ElsewhereProps extends Omit<LoosenProps, 'change'> {
  /** Ids of those that were found, which are not offered again. */
  shown: readonly string[];
  /** What finds those that are like them. */
  like?: Partial<Filters>;
}

/** Those nearest to the place that was asked for, or else the soonest after the time. */
export function Elsewhere({ kind, filters, shown, like }: ElsewhereProps) {
  const { location, near, free_from } = filters;
  const places = trpc.localities.list.useQuery({ search: location }, { ...options, enabled: location !== '' });
  const place = places.data?.[0];
  const point = place ? `${place.latitude},${place.longitude}` : near;
  const around: Filters = {
    ...filters,
    location: '',
    near: point,
    radius_km: String(searchRadiusKm.max),
    sort: 'distance',
  };
  const to = Date.parse(free_from) + slotRange.maxDays * DAY;
  const later: Filters = { ...filters, free_to: free_from && new Date(to).toISOString(), sort: 'soonest' };
  const nearest = useSome(kind, around, point !== '', shown);
  const isFar = point !== '' && nearest?.cards.length === 0;
  const anywhere = useSome(kind, { ...filters, location: '', ...noPoint, sort: 'soonest' }, isFar, shown);
  const isAlone = like !== undefined && (point === '' || isFar);
  const similar = useSome(kind, { ...(point ? around : filters), ...like, search: '' }, isAlone, shown);
  const soonest = useSome(kind, later, free_from !== '', shown);
  if (nearest && nearest.cards.length > 0) {
    const where = location ? (place?.name ?? location) : 'here';
    const first = shown.length > 0 ? `Others near ${where}.` : `None ${location ? 'in ' : ''}${where}.`;
    return <Offer title={`${first} Nearest is ${distanceText(nearest.km)} away`}>{nearest.cards}</Offer>;
  }
  if (similar && similar.cards.length > 0) return <Offer title="Similar ones">{similar.cards}</Offer>;
  if (anywhere && anywhere.cards.length > 0) return <Offer title="Further away">{anywhere.cards}</Offer>;
  return soonest && soonest.cards.length > 0 && <Offer title="Next available">{soonest.cards}</Offer>;
}

/** The cards of the first few that these filters find beside those shown, and how far the first of them is. */
function useSome(kind: Kind, filters: Filters, enabled: boolean, shown: readonly string[]) {
  const input = { ...inputOf(filters), limit: offered + shown.length };
  const services = trpc.services.list.useQuery(input, { ...options, enabled: enabled && kind === 'services' });
  const people = trpc.professionals.list.useQuery(input, { ...options, enabled: enabled && kind === 'professionals' });
  const others = <Item extends { id: string }>(found: readonly Item[]) =>
    found.filter(({ id }) => !shown.includes(id)).slice(0, offered);
  if (kind === 'services') {
    if (!services.data) return undefined;
    const found = others(services.data.results);
    const turns = pairTurns(found.map(lookOfService));
    const cards = found.map((one, index) => (
      <li key={one.id}>
        <ServiceCard service={one} turn={turns[index]} heading="h3" />
      </li>
    ));
    return { cards, km: found[0]?.professional.distance_km };
  }
  if (!people.data) return undefined;
  const found = others(people.data.results);
  const turns = pairTurns(found.map(lookOfProfessional));
  const cards = found.map((one, index) => (
    <li key={one.id}>
      <ProfessionalCard professional={one} turn={turns[index]} heading="h3" />
    </li>
  ));
  return { cards, km: found[0]?.distance_km };
}

function Offer({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.nearest} aria-label={title}>
      <h2>{title}</h2>
      <CardGrid>{children}</CardGrid>
    </section>
  );
}
