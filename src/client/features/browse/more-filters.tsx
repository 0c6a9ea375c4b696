import { factNames, kindNames } from '#client/features/where/place-text.ts';
import { useNow } from '#client/lib/now.ts';
import { useViewerZone } from '#client/lib/viewer-zone.ts';
import { NumberField, SelectField, TextField } from '#client/ui/text-field.tsx';
import { ToggleChips } from '#client/ui/toggles.tsx';
import { DAY, defaultTimeZone, limits, searchRadiusKm, slotRange } from '#shared/constants.ts';
import { formatHours } from '#shared/duration.ts';
import { placeFacts, placeKinds } from '#shared/rules/place.ts';
import { type DayPart, dayOf, dayParts, dayRange } from '#shared/rules/slot-range.ts';
import { dayKey } from '#shared/time.ts';
import { HairFilter } from './hair-filter.tsx';
import styles from './more-filters.module.css';
import { useTyped } from './typed-text.ts';
import { type Filters, type Kind, noRange } from './use-filters.ts';

interface MoreFiltersProps {
  kind: Kind;
  filters: Filters;
  change: (next: Partial<Filters>) => void;
}

/** How a list can be sorted; by distance only from a point, by what fits best only for words. */
const orders = [
  ['relevance', 'Best match'],
  ['match', 'Fits my hair'],
  ['soonest', 'Soonest'],
  ['rating', 'Best rated'],
  ['price', 'Price'],
  ['distance', 'Nearest'],
  ['name', 'Name'],
] as const;

const lengths = [30, 60, 90, 120, 180, 240, 360].map((minutes) => ({
  value: String(minutes),
  label: `Up to ${formatHours(minutes)}`,
}));
const ratings = ['4.5', '4', '3'].map((stars) => ({ value: stars, label: `${stars} stars and up` }));
const radii = [2, 5, 10, 25, 50, 100, 200].map((km) => ({ value: String(km), label: `Within ${km} km` }));
const kinds = placeKinds.map((value) => ({ value, label: kindNames[value] }));
const facts = placeFacts.map((value) => ({ value, label: factNames[value] }));
const parts = Object.keys(dayParts).map((part) => ({ value: part, label: part }));

/** A day and a part of it, how far away, price and length. */
export function MoreFilters({ kind, filters, change }: MoreFiltersProps) {
  const now = useNow();
  const zone = useViewerZone() ?? defaultTimeZone;
  const usual = filters.search ? 'relevance' : filters.near ? 'distance' : 'name';
  const isOffered = {
    relevance: filters.search !== '',
    match: filters.technique !== '' || filters.texture !== '',
    distance: filters.near !== '',
    price: kind === 'services',
    soonest: true,
    rating: true,
    name: true,
  };
  const asked = filters.free_from ? dayOf(filters, zone) : undefined;
  return (
    <fieldset className={styles.panel}>
      <legend className="visually-hidden">Refine</legend>
      <HairFilter filters={filters} change={change} />
      <SelectField
        label="Sort by"
        options={orders.filter(([value]) => isOffered[value]).map(([value, label]) => ({ value, label }))}
        value={filters.sort || usual}
        onChange={({ target: { value } }) => change({ sort: value === usual ? '' : value })}
      />
      <TextField
        label="Day"
        type="date"
        min={dayKey(now, zone)}
        max={dayKey(now + (slotRange.aheadDays - 1) * DAY, zone)}
        value={asked?.day ?? ''}
        onChange={({ target }) =>
          target.validity.valid && change(target.value ? dayRange(target.value, zone, asked?.part) : noRange)
        }
      />
      <SelectField
        label="Time of day"
        emptyLabel="Any time of day"
        options={parts}
        disabled={!asked}
        hint={asked ? undefined : 'Choose a day first.'}
        value={asked?.part ?? ''}
        onChange={({ target }) => asked && change(dayRange(asked.day, zone, (target.value || undefined) as DayPart))}
      />
      {filters.near && (
        <SelectField
          label="Distance"
          options={radii}
          value={filters.radius_km || String(searchRadiusKm.usual)}
          onChange={({ target }) => change({ radius_km: target.value })}
        />
      )}
      <SelectField
        label="Rating"
        emptyLabel="Any rating"
        options={ratings}
        value={filters.rating_min}
        onChange={({ target }) => change({ rating_min: target.value })}
      />
      <SelectField
        label="Where"
        emptyLabel="Anywhere"
        options={kinds}
        value={filters.place_kind}
        onChange={({ target }) => change({ place_kind: target.value })}
      />
      <fieldset className={styles.facts}>
        <legend>Good to know</legend>
        <ToggleChips
          label="Good to know"
          options={facts}
          value={filters.facts.split(',')}
          onChange={(chosen) => change({ facts: chosen.filter(Boolean).join(',') })}
        />
      </fieldset>
      {kind === 'services' && (
        <>
          <Prices filters={filters} change={change} />
          <SelectField
            label="Length"
            emptyLabel="Any length"
            options={lengths}
            value={filters.duration_max}
            onChange={({ target }) => change({ duration_max: target.value })}
          />
        </>
      )}
    </fieldset>
  );
}

/** Whoever types them the other way round means the same. */
function Prices({ filters: { price_min, price_max }, change }: Omit<MoreFiltersProps, 'kind'>) {
  const ask = (one: string, other: string) => {
    const [price_min, price_max] = one && other && Number(one) > Number(other) ? [other, one] : [one, other];
    change({ price_min, price_max });
  };
  return (
    <div className={styles.pair}>
      <Price label="Price from ($)" value={price_min} ask={(price) => ask(price, price_max)} />
      <Price label="Price up to ($)" value={price_max} ask={(price) => ask(price_min, price)} />
    </div>
  );
}

/** Asked for when the field is left, or by Enter: half a number is another price. */
function Price({ label, value, ask }: { label: string; value: string; ask: (price: string) => void }) {
  const { typed, type } = useTyped({ price: value });
  const done = () => {
    const price = Number(typed.price) > 0 ? typed.price : '';
    if (price !== value) ask(price);
  };
  return (
    <NumberField
      label={label}
      min={0}
      max={limits.price.max}
      step="any"
      value={typed.price}
      onChange={({ target }) => type({ price: target.value })}
      onBlur={done}
      onKeyDown={({ key }) => key === 'Enter' && done()}
    />
  );
}
